import type { ReactNode } from 'react';
import { useApiQuery, useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

type RemoveDialogProps = {
  params: { storeId: string; automationId: string };
  name: string;
  opened: boolean;
  onClose: () => void;
};

/** Confirms the deletion of an automation; shows the number of its runs. */
export function RemoveDialog({ params, name, opened, onClose }: RemoveDialogProps): ReactNode {
  const t = useTexts(texts);
  const removing = useApiMutation('DELETE /panel/api/stores/:storeId/automations/:automationId', {
    done: t.removed(name),
    onSuccess: onClose,
    onError: notifyError,
  });
  const status = useApiQuery(
    'GET /panel/api/stores/:storeId/automations/:automationId/status',
    { params },
    { enabled: opened, staleTime: 0 },
  );
  const runs = status.data?.liveRuns.reduce((sum, version) => sum + version.runs, 0) ?? 0;
  return (
    <ConfirmDialog
      opened={opened}
      title={t.removeTitle(name)}
      action={t.remove}
      isBusy={removing.isPending}
      onClose={onClose}
      onConfirm={() => removing.mutate({ params })}
    >
      {t.removeText(runs)}
    </ConfirmDialog>
  );
}

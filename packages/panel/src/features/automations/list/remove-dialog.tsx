import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery, useApiMutation } from '../../../api/query.ts';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
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
  const removing = useApiMutation('DELETE /panel/api/stores/:storeId/automations/:automationId');
  const status = useApiQuery(
    'GET /panel/api/stores/:storeId/automations/:automationId/standing',
    { params },
    { enabled: opened, staleTime: 0 },
  );
  const runs = status.data?.liveRuns.reduce((sum, version) => sum + version.runs, 0) ?? 0;
  const remove = async (): Promise<void> => {
    try {
      await removing.mutateAsync({ params });
      onClose();
      notifySuccess(t.removed(name));
    } catch (error) {
      notifyError(error as Error);
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t.removeTitle(name)} centered>
      <Stack>
        <Text>{t.removeText(runs)}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.back}
          </Button>
          <Button color="vermelho" loading={removing.isPending} onClick={() => void remove()}>
            {t.remove}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

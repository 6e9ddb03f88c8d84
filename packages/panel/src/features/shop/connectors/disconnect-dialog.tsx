import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import type { Platform, Shop } from './shops-data.ts';
import { texts } from './texts.ts';

type DisconnectDialogProps = { shop: Shop; platform: Platform; onClose: () => void };

/** CON10: says what stops, what is kept and what is left to do at the platform before a shop is disconnected. */
export function DisconnectDialog({
  shop: { connectionId, name },
  platform,
  onClose,
}: DisconnectDialogProps): ReactNode {
  const t = useTexts(texts);
  const disconnect = useApiMutation('DELETE /panel/api/stores/:storeId/shop-connections/:shopConnectionId', {
    done: t.disconnected,
    onError: notifyError,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t.disconnectTitle(name)}
      action={t.disconnect}
      isBusy={disconnect.isPending}
      onClose={onClose}
      onConfirm={() => disconnect.mutate({ params: { shopConnectionId: connectionId }, body: {} })}
    >
      <Stack gap="xs">
        <Text>{t.disconnectStops}</Text>
        <Text>{t.disconnectKept}</Text>
        <Text>{t.disconnectThere(platform.label)}</Text>
      </Stack>
    </ConfirmDialog>
  );
}

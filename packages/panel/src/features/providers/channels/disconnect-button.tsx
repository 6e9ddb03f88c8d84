import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { texts } from './texts.ts';

type DisconnectProps = { channel: 'whatsapp' | 'email' | 'sms'; isSimulated: boolean };

/** Removes the connection of a channel in any state. One that sends nothing takes no customer's message with it. */
export function DisconnectButton({ channel, isSimulated }: DisconnectProps): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const [isOpen, { open, close }] = useDisclosure();
  const remove = useApiMutation('POST /panel/api/stores/:storeId/channels/:channel/remove');
  return (
    <>
      <Button size="xs" variant="subtle" color={isSimulated ? 'gray' : 'vermelho'} onClick={open}>
        {t.disconnect}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t.disconnectTitle(t[channel])}
        action={t.disconnect}
        isHarmless={isSimulated}
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { params: { storeId, channel }, body: {} },
            { onSuccess: () => void notifySuccess(t.disconnected), onError: notifyError, onSettled: close },
          )
        }
      >
        {isSimulated ? t.disconnectTestText : t.disconnectText}
      </ConfirmDialog>
    </>
  );
}

import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

/** Sends a short text over a channel to the member who requests it. */
export function SendTestButton({ channel }: { channel: 'whatsapp' | 'email' | 'sms' }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const [isOpen, { open, close }] = useDisclosure();
  const form = useForm({ initialValues: { to: '' } });
  const send = useApiMutation('POST /panel/api/stores/:storeId/channels/:channel/test-message');
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t.sendTest}
      </Button>
      <Modal opened={isOpen} onClose={close} title={t.testTitle(t[channel])}>
        <form onSubmit={form.onSubmit((body) => send.mutate({ params: { storeId, channel }, body }))}>
          <Stack>
            <TextInput
              label={channel === 'email' ? t.testEmail : t.testPhone}
              type={channel === 'email' ? 'email' : 'tel'}
              required
              data-autofocus
              {...form.getInputProps('to')}
            />
            {send.data && (
              <Alert color={send.data.sent ? 'verde' : 'vermelho'} role="status">
                {send.data.sent ? t.testSent : t.testFailed(send.data.reason ?? '')}
              </Alert>
            )}
            <Refusal error={send.error} />
            <DialogFoot>
              <Button type="submit" loading={send.isPending}>
                {t.send}
              </Button>
            </DialogFoot>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';
import type { WebhookEvent } from './webhooks-data.ts';

type TestDialogProps = {
  webhookId: string;
  events: readonly WebhookEvent[];
  onClose: () => void;
  onSent: (messageId: string) => void;
};

/** WHK10: sends the example of an event, marked as a test. */
export function TestDialog({ webhookId, events, onClose, onSent }: TestDialogProps): ReactNode {
  const t = useTexts(texts);
  const [type, setType] = useState<WebhookEvent['type'] | 'ping'>('ping');
  const test = useApiMutation('POST /panel/api/stores/:storeId/webhooks/:webhookId/test', {
    onSuccess: ({ messageId }) => onSent(messageId),
  });
  return (
    <Modal opened onClose={onClose} title={t.testTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate({ params: { webhookId }, body: { type } });
        }}
      >
        <Stack>
          <Text>{t.testText}</Text>
          <NativeSelect
            label={t.event}
            data={[
              { value: 'ping', label: t.ping },
              ...events.map(({ type, summary }) => ({ value: type, label: `${summary} (${type})` })),
            ]}
            value={type}
            onChange={({ currentTarget: { value } }) =>
              setType(events.find((event) => event.type === value)?.type ?? 'ping')
            }
          />
          <Refusal error={test.error} />
          <DialogFoot>
            <Button variant="default" onClick={onClose}>
              {t.back}
            </Button>
            <Button type="submit" loading={test.isPending}>
              {t.sendTest}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  );
}

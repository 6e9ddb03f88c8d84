import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { MessageLog } from './message-log.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { texts } from './texts.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** WHK7: the systems of the store that get its events, and what was sent to them. */
export function WebhooksSection(): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery(
    'GET /panel/api/stores/:storeId/webhooks',
    {},
    { refetchInterval: ({ state }) => (state.data?.webhooks.some(({ pending }) => pending > 0) ? 3_000 : 15_000) },
  );
  const [isAdding, setAdding] = useState(false);
  /** The secret that was just made. */
  const [secret, setSecret] = useState<string>();
  const add = (
    <Button onClick={() => setAdding(true)} style={{ alignSelf: 'flex-start' }}>
      {t.add}
    </Button>
  );
  return (
    <Loaded query={query}>
      {({ webhooks, events, most }) => (
        <Stack gap={32}>
          <Topic title={t.title} help={t.help}>
            {webhooks.length === 0 ? (
              <Empty icon="send" text={t.none}>
                {add}
              </Empty>
            ) : (
              <>
                <Stack gap="lg">
                  {webhooks.map((webhook) => (
                    <WebhookRow key={webhook.webhookId} webhook={webhook} events={events} onSecret={setSecret} />
                  ))}
                </Stack>
                {webhooks.length < most && <Group>{add}</Group>}
              </>
            )}
          </Topic>
          {webhooks.length > 0 && <MessageLog webhooks={webhooks} events={events} />}
          {isAdding && <WebhookDialog events={events} onClose={() => setAdding(false)} onSecret={setSecret} />}
          {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
        </Stack>
      )}
    </Loaded>
  );
}

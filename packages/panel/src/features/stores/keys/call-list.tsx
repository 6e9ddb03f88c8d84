import { Code, Group, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { texts } from './texts.ts';

/** The last API calls of the store with their responses. A call appears with a short delay. */
export function CallList(): ReactNode {
  const t = useTexts(texts);
  const formats = useFormats();
  const query = useApiQuery('GET /panel/api/stores/:storeId/keys/calls', {}, { refetchInterval: 15_000 });
  const labels: Record<string, string> = {
    'POST /stores/external/checkout': t.makesCheckout,
    'GET /stores/external/checkout/:checkoutId': t.readsCheckout,
    'POST /stores/external/events': t.sendsEvent,
    'GET /stores/external/checkouts': t.listsCheckouts,
    'POST /stores/external/checkout/:checkoutId': t.updatesCheckout,
    'POST /stores/external/checkout/:checkoutId/expire': t.expiresCheckout,
    'GET /stores/external/orders': t.listsOrders,
    'GET /stores/external/orders/:orderId': t.readsOrder,
    'POST /stores/external/orders/:orderId/paid': t.marksPaid,
    'POST /stores/external/orders/:orderId/cancel': t.cancelsOrder,
    'POST /stores/external/orders/:orderId/refund': t.refundsOrder,
    'POST /stores/external/orders/:orderId/tracking': t.tracksOrder,
    'GET /stores/external/webhooks': t.listsWebhooks,
    'POST /stores/external/webhooks': t.createsWebhook,
    'GET /stores/external/webhooks/:webhookId': t.readsWebhook,
    'POST /stores/external/webhooks/:webhookId': t.changesWebhook,
    'DELETE /stores/external/webhooks/:webhookId': t.deletesWebhook,
    'POST /stores/external/webhooks/:webhookId/rotate': t.rotatesSecret,
    'POST /stores/external/webhooks/:webhookId/test': t.testsWebhook,
    'GET /stores/external/webhooks/:webhookId/messages': t.listsMessages,
    'GET /stores/external/webhooks/:webhookId/messages/:messageId': t.readsMessage,
    'POST /stores/external/webhooks/:webhookId/messages/:messageId/replay': t.replaysMessage,
    'POST /stores/external/webhooks/:webhookId/replay': t.replaysMissed,
    'POST /stores/external/test/clock': t.advancesClock,
    'GET /automation/metatags': t.readsMetatags,
  };
  return (
    <Loaded query={query} rows={3}>
      {({ calls }) =>
        calls.length === 0 ? (
          <Text>{t.noCalls}</Text>
        ) : (
          <List listStyleType="none" spacing="sm">
            {calls.map(({ callId, at, method, route, status, code, requestId }) => (
              <List.Item key={callId}>
                <Group gap="xs">
                  <ToneBadge tone={code === null ? 'ok' : 'bad'}>
                    {code === null ? status : `${status} ${code}`}
                  </ToneBadge>
                  <Text>{labels[`${method} ${route}`] ?? t.otherCall}</Text>
                </Group>
                <Text size="sm" c="dimmed">
                  {formats.instant(at)} · <Code>{requestId}</Code>
                </Text>
              </List.Item>
            ))}
          </List>
        )
      }
    </Loaded>
  );
}

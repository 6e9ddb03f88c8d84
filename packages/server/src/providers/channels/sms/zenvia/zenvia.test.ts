import { expect, test } from 'vitest';
import type { WebhookRequest } from '../../provider.ts';
import { ana, gatewaySuite, openForTest, postSecret, withoutSecret } from '../../testing/gateway-suite.ts';
import { zenvia } from './index.ts';
import { account as zenviaAccount } from './testing/account.ts';
import { startZenvia } from './testing/zenvia-server.ts';

const fromZenvia = (body: object): WebhookRequest => postSecret(body, zenviaAccount);
const zenviaMessage = (more: object, at: number): object => ({
  id: 'EV-1',
  timestamp: new Date(at).toISOString(),
  type: 'MESSAGE',
  channel: 'sms',
  direction: 'IN',
  message: {
    id: 'IN-2',
    from: ana,
    to: 'loja-aurora',
    direction: 'IN',
    channel: 'sms',
    contents: [{ type: 'text', text: 'Oi' }],
    timestamp: new Date(at).toISOString(),
    ...more,
  },
});

gatewaySuite(zenvia, {
  channel: 'sms',
  start: startZenvia,
  account: zenviaAccount,
  wrong: { token: 'outro' },
  webhooks: {
    reply: (id, text, _answers, at) => fromZenvia(zenviaMessage({ id, contents: [{ type: 'text', text }] }, at)),
    status: (messageId, status, at) =>
      fromZenvia({
        id: 'EV-2',
        timestamp: new Date(at).toISOString(),
        type: 'MESSAGE_STATUS',
        channel: 'sms',
        messageId,
        messageStatus: { timestamp: new Date(at).toISOString(), code: status.toUpperCase(), description: '' },
      }),
    forge: withoutSecret,
    asides: (at) =>
      [
        zenviaMessage({ direction: 'OUT' }, at),
        { ...zenviaMessage({}, at), direction: 'OUT' },
        { ...zenviaMessage({}, at), channel: 'whatsapp' },
        { ...zenviaMessage({}, at), type: 'CONVERSATION' },
        zenviaMessage({ id: '' }, at),
        zenviaMessage({ from: 'loja-aurora' }, at),
      ].map(fromZenvia),
    answersNothing: true,
  },
});

test.each([
  ['its present name', { message: { id: 'ID-1', direction: 'OUT' } }],
  ['its earlier name', { messageId: 'ID-1' }],
  ['both', { messageId: 'ID-1', message: { id: 'ID-1' } }],
])('a status names its message by %s', async (_, names) => {
  const at = Date.parse('2026-11-28T12:00:00Z');
  const messageStatus = { timestamp: new Date(at).toISOString(), code: 'DELIVERED' };
  const webhook = fromZenvia({ id: 'EV-3', type: 'MESSAGE_STATUS', channel: 'sms', ...names, messageStatus });
  const connection = { ...zenviaAccount, connectionId: 'c', storeId: 's' };
  expect(await openForTest(zenvia).parseWebhook(connection, { ...webhook, now: at })).toMatchObject({
    outcome: 'parsed',
    updates: [{ kind: 'status', message: { providerId: 'ID-1' }, status: 'delivered' }],
  });
});

import type { WebhookRequest } from '../../provider.ts';
import { ana, gatewaySuite, postSecret, withoutSecret } from '../../testing/gateway-suite.ts';
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

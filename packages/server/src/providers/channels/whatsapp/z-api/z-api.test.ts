import { ana, gatewaySuite, postSecret, withoutSecret } from '../../testing/gateway-suite.ts';
import { zApi } from './index.ts';
import { account as zApiAccount } from './testing/account.ts';
import { startZApi } from './testing/z-api-server.ts';

const zApiReply = (more: object, at: number): object => ({
  isStatusReply: false,
  waitingMessage: false,
  isEdit: false,
  isGroup: false,
  isNewsletter: false,
  instanceId: '3B0C11',
  phone: ana,
  fromMe: false,
  momment: at,
  status: 'RECEIVED',
  broadcast: false,
  type: 'ReceivedCallback',
  ...more,
});

gatewaySuite(zApi, {
  channel: 'whatsapp',
  start: startZApi,
  account: zApiAccount,
  wrong: { token: 'outro' },
  webhooks: {
    reply: (id, message, answers, at) =>
      postSecret(zApiReply({ messageId: id, referenceMessageId: answers, text: { message } }, at), zApiAccount),
    status: (id, status, at) =>
      postSecret(
        {
          instanceId: '3B0C11',
          status: { delivered: 'RECEIVED', read: 'READ' }[status],
          ids: [id],
          momment: at,
          phoneDevice: 0,
          phone: ana,
          type: 'MessageStatusCallback',
          isGroup: false,
        },
        zApiAccount,
      ),
    forge: withoutSecret,
    asides: (at) =>
      [
        { fromMe: true },
        { isGroup: true, phone: '5511987654321-1623281429' },
        { phone: '120363019502650977-group' },
        { isNewsletter: true },
        { broadcast: true },
        { isEdit: true },
        { reaction: { value: '❤️' }, text: undefined },
        { messageId: undefined },
        { type: 'DeliveryCallback' },
      ].map((more) => postSecret(zApiReply({ messageId: 'IN-2', text: { message: 'Oi' }, ...more }, at), zApiAccount)),
  },
});

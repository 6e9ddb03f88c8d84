import { ana, gatewaySuite, postSecret, withoutSecret } from '../../testing/gateway-suite.ts';
import { uazapi } from './index.ts';
import { account as uazapiAccount } from './testing/account.ts';
import { startUazapi } from './testing/uazapi-server.ts';

const uazapiEvent = (message: object): object => ({
  EventType: 'messages',
  BaseUrl: 'https://loja.uazapi.example',
  instanceName: 'loja',
  owner: '5511300000000',
  token: uazapiAccount.credentials.token,
  message,
});
const uazapiMessage = (more: object, at: number): object => ({
  id: '5511300000000:IN-2',
  messageid: 'IN-2',
  chatid: `${ana}@s.whatsapp.net`,
  sender: '123456789@lid',
  sender_pn: `${ana}@s.whatsapp.net`,
  fromMe: false,
  isGroup: false,
  wasSentByApi: false,
  messageType: 'conversation',
  text: 'Oi',
  messageTimestamp: at,
  ...more,
});

gatewaySuite(uazapi, {
  channel: 'whatsapp',
  start: startUazapi,
  account: uazapiAccount,
  wrong: { token: 'outro' },
  webhooks: {
    reply: (messageid, text, quoted, at) =>
      postSecret(uazapiEvent(uazapiMessage({ messageid, text, quoted }, at)), uazapiAccount),
    status: (id, status, at) =>
      postSecret(
        {
          EventType: 'messages_update',
          event: { MessageIDs: [id], Type: { delivered: 'Delivered', read: 'Read' }[status], Timestamp: at / 1000 },
          token: uazapiAccount.credentials.token,
        },
        uazapiAccount,
      ),
    forge: withoutSecret,
    asides: (at) =>
      [
        { fromMe: true },
        { wasSentByApi: true },
        { isGroup: true, chatid: '120363019502650977@g.us' },
        { chatid: '120363019502650977@g.us', sender_pn: '', sender: '123456789@lid' },
        { reaction: 'ID-1', text: '❤️' },
        { messageid: '', id: '' },
      ].map((more) => postSecret(uazapiEvent(uazapiMessage(more, at)), uazapiAccount)),
  },
});

import { ana, gatewaySuite, postSecret, withoutSecret } from '../../testing/gateway-suite.ts';
import { evolution } from './index.ts';
import { account as evolutionAccount } from './testing/account.ts';
import { startEvolution } from './testing/evolution-server.ts';

const evolutionEvent = (event: string, data: object, at: number): object => ({
  event,
  instance: 'loja aurora',
  data,
  date_time: new Date(at).toISOString(),
  sender: '5511300000000@s.whatsapp.net',
  apikey: 'outra',
});
const evolutionMessage = (key: object, message: object, at: number): object =>
  evolutionEvent(
    'messages.upsert',
    {
      key: { remoteJid: `${ana}@s.whatsapp.net`, fromMe: false, id: 'IN-2', ...key },
      pushName: 'Ana',
      message,
      messageType: 'conversation',
      messageTimestamp: at / 1000,
    },
    at,
  );

gatewaySuite(evolution, {
  channel: 'whatsapp',
  start: startEvolution,
  account: evolutionAccount,
  wrong: { apiKey: 'outra' },
  webhooks: {
    reply: (id, text, stanzaId, at) =>
      postSecret(
        evolutionMessage({ id }, { extendedTextMessage: { text, contextInfo: { stanzaId } } }, at),
        evolutionAccount,
      ),
    status: (keyId, status, at) =>
      postSecret(
        evolutionEvent(
          'messages.update',
          {
            keyId,
            remoteJid: `${ana}@s.whatsapp.net`,
            fromMe: true,
            status: { delivered: 'DELIVERY_ACK', read: 'READ' }[status],
          },
          at,
        ),
        evolutionAccount,
      ),
    forge: withoutSecret,
    asides: (at) =>
      [
        evolutionMessage({ fromMe: true }, { conversation: 'Oi' }, at),
        evolutionMessage({ remoteJid: '120363019502650977@g.us', participant: ana }, { conversation: 'Oi' }, at),
        evolutionMessage({ remoteJid: 'status@broadcast' }, { conversation: 'Oi' }, at),
        evolutionMessage({}, { reactionMessage: { text: '❤️' } }, at),
        evolutionMessage({ id: '' }, { conversation: 'Oi' }, at),
        evolutionEvent('messages.update', { keyId: 'IN-1', fromMe: false, status: 'READ' }, at),
        evolutionEvent('contacts.update', {}, at),
      ].map((event) => postSecret(event, evolutionAccount)),
  },
});

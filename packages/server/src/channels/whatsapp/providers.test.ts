import { createHmac } from 'node:crypto';
import { openOutgoing } from '../../platform/http-client.ts';
import type { ChannelConnection, WebhookRequest, ChannelProvider } from '../provider.ts';
import { channelSuite, type ChannelUnderTest } from '../testing/channel-suite.ts';
import type { LocalGateway } from '../testing/local-gateway.ts';
import { cloudApi } from './cloud-api/index.ts';
import { cloudApiAccount, startCloudApi } from './cloud-api/testing/cloud-api-server.ts';
import { evolution } from './evolution/index.ts';
import { evolutionAccount, startEvolution } from './evolution/testing/evolution-server.ts';
import { uazapi } from './uazapi/index.ts';
import { startUazapi, uazapiAccount } from './uazapi/testing/uazapi-server.ts';
import { zApi } from './z-api/index.ts';
import { startZApi, zApiAccount } from './z-api/testing/z-api-server.ts';

const ana = '5511987654321';
const now = Date.parse('2026-03-10T15:00:00Z');

type Account = Pick<ChannelConnection, 'settings' | 'credentials'>;

/** The common part of WhatsApp providers. `wrong`: invalid credentials. */
function underTest(
  start: () => Promise<LocalGateway>,
  open: (callOut: ReturnType<typeof openOutgoing>) => ChannelProvider,
  account: Account,
  wrong: Account['credentials'],
  notices: ChannelUnderTest['notices'],
): ChannelUnderTest {
  return {
    channel: 'whatsapp',
    to: '+55 (11) 98765-4321',
    content: { type: 'text', message: 'Oi, Ana!' },
    open: (allowPrivate) => open(openOutgoing({ allowPrivate })),
    async start() {
      const gateway = await start();
      const settings = { ...account.settings, baseUrl: gateway.url };
      return {
        connection: { settings, credentials: account.credentials },
        strangers: { settings, credentials: { ...account.credentials, ...wrong } },
        received: () => gateway.received.length,
        behave: gateway.behave,
        stalled: gateway.stalled,
        stop: gateway.stop,
      };
    },
    notices,
  };
}

const post = (body: object, url: string, headers: Record<string, string> = {}): WebhookRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  query: {},
  body: Buffer.from(JSON.stringify(body)),
  now,
});

/** Webhooks with the secret in their address. */
const secret = (body: object, { credentials }: { credentials: { noticeSecret: string } }): WebhookRequest =>
  post(body, `https://pay.retoma.example/webhooks/c/${credentials.noticeSecret}`);
const withoutSecret = (webhook: WebhookRequest): WebhookRequest => ({
  ...webhook,
  url: webhook.url.replace(/[^/]+$/, 'segredo-de-outra-loja'),
});

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

channelSuite(
  'Z-API',
  underTest(
    startZApi,
    zApi,
    zApiAccount,
    { token: 'outro' },
    {
      reply: (id, message, answers, at) =>
        secret(zApiReply({ messageId: id, referenceMessageId: answers, text: { message } }, at), zApiAccount),
      status: (id, status, at) =>
        secret(
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
        ].map((more) => secret(zApiReply({ messageId: 'IN-2', text: { message: 'Oi' }, ...more }, at), zApiAccount)),
    },
  ),
);

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

channelSuite(
  'uazapi',
  underTest(
    startUazapi,
    uazapi,
    uazapiAccount,
    { token: 'outro' },
    {
      reply: (messageid, text, quoted, at) =>
        secret(uazapiEvent(uazapiMessage({ messageid, text, quoted }, at)), uazapiAccount),
      status: (id, status, at) =>
        secret(
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
          { chatid: '120363019502650977@g.us', sender_pn: '', sender: '1@lid' },
          { reaction: 'ID-1', text: '❤️' },
          { messageid: '', id: '' },
        ].map((more) => secret(uazapiEvent(uazapiMessage(more, at)), uazapiAccount)),
    },
  ),
);

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

channelSuite(
  'Evolution API',
  underTest(
    startEvolution,
    evolution,
    evolutionAccount,
    { apiKey: 'outra' },
    {
      reply: (id, text, stanzaId, at) =>
        secret(
          evolutionMessage({ id }, { extendedTextMessage: { text, contextInfo: { stanzaId } } }, at),
          evolutionAccount,
        ),
      status: (keyId, status, at) =>
        secret(
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
          evolutionMessage({ remoteJid: '123456789@lid' }, { conversation: 'Oi' }, at),
          evolutionMessage({}, { reactionMessage: { text: '❤️' } }, at),
          evolutionMessage({ id: '' }, { conversation: 'Oi' }, at),
          evolutionEvent('messages.update', { keyId: 'IN-1', fromMe: false, status: 'READ' }, at),
          evolutionEvent('contacts.update', {}, at),
        ].map((event) => secret(event, evolutionAccount)),
    },
  ),
);

const signed = (body: object, appSecret: string = cloudApiAccount.credentials.appSecret): WebhookRequest => {
  const webhook = post(body, 'https://pay.retoma.example/webhooks/c');
  const signature = createHmac('sha256', appSecret).update(webhook.body).digest('hex');
  return { ...webhook, headers: { ...webhook.headers, 'x-hub-signature-256': `sha256=${signature}` } };
};
const change = (content: object, { field = 'messages', id = '106540352242922' } = {}): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '551130000000', phone_number_id: id },
            ...content,
          },
        },
      ],
    },
  ],
});
const seconds = (at: number): string => String(at / 1000);
const cloudMessage = (more: object, at: number): object => ({
  contacts: [{ profile: { name: 'Ana' }, wa_id: ana }],
  messages: [{ from: ana, id: 'IN-2', timestamp: seconds(at), type: 'text', text: { body: 'Oi' }, ...more }],
});

channelSuite(
  'the Cloud API',
  underTest(
    startCloudApi,
    cloudApi,
    cloudApiAccount,
    { accessToken: 'outro' },
    {
      reply: (id, body, answers, at) =>
        signed(change(cloudMessage({ id, text: { body }, context: { from: '551130000000', id: answers } }, at))),
      status: (id, status, at) =>
        signed(change({ statuses: [{ id, status, timestamp: seconds(at), recipient_id: ana }] })),
      forge: (webhook) => ({
        ...signed(JSON.parse(webhook.body.toString()) as object, 'o segredo de outro aplicativo'),
        now: webhook.now,
      }),
      asides: (at) =>
        [
          change(cloudMessage({ type: 'reaction', reaction: { emoji: '❤️' } }, at)),
          change(cloudMessage({ type: 'system' }, at)),
          change(cloudMessage({ group_id: 'G' }, at)),
          change(cloudMessage({ id: '' }, at)),
          change(cloudMessage({}, at), { id: '999' }),
          change(cloudMessage({}, at), { field: 'message_echoes' }),
          { ...change(cloudMessage({}, at)), object: 'page' },
        ].map((body) => signed(body)),
    },
  ),
);

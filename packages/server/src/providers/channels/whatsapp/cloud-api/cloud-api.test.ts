import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '../../provider.ts';
import { ana, gatewaySuite, post } from '../../testing/gateway-suite.ts';
import { cloudApi } from './index.ts';
import { account as cloudApiAccount } from './testing/account.ts';
import { startCloudApi } from './testing/cloud-api-server.ts';

const signed = (body: object, appSecret: string = cloudApiAccount.credentials.appSecret): WebhookRequest => {
  const webhook = post(JSON.stringify(body), 'https://pay.retoma.example/webhooks/c');
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

gatewaySuite(cloudApi, {
  channel: 'whatsapp',
  start: startCloudApi,
  account: cloudApiAccount,
  wrong: { accessToken: 'outro' },
  webhooks: {
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
});

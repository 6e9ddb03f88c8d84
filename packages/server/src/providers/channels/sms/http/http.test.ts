import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '../../provider.ts';
import { ana, gatewaySuite, now, post } from '../../testing/gateway-suite.ts';
import { httpSms } from './index.ts';
import { account as httpAccount } from './testing/account.ts';
import { startHttpSms } from './testing/http-server.ts';

const webhookUrl = 'https://pay.retoma.example/webhooks/channels/c';

function signed(body: object, secret: string = httpAccount.credentials.webhookSecret): WebhookRequest {
  const [id, timestamp, text] = ['msg_1', String(now / 1000), JSON.stringify(body)];
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${timestamp}.${text}`)
    .digest('base64');
  return post(text, webhookUrl, {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  });
}

gatewaySuite(httpSms, {
  channel: 'sms',
  start: startHttpSms,
  account: httpAccount,
  wrong: { headers: { Authorization: 'Bearer outro' } },
  address: 'url',
  webhooks: {
    reply: (id, text, _answers, at) => signed({ id, from: `+${ana}`, text, at: new Date(at).toISOString() }),
    status: (id, status, at) => signed({ id, status, at }),
    forge: (webhook) => ({
      ...signed(JSON.parse(webhook.body.toString()) as object, `whsec_${Buffer.alloc(32).toString('base64')}`),
      now: webhook.now,
    }),
    asides: (at) => [
      signed({ id: 'ID-1', status: 'queued', at }),
      signed({ id: '', from: `+${ana}`, text: 'Oi', at }),
      signed({ id: 'IN-2', from: 'a loja', text: 'Oi', at }),
    ],
    answersNothing: true,
  },
});

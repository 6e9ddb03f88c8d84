import { localized } from '@retoma/commerce';
import { isSignedWebhook } from '../../../../base/crypto/webhook-signature.ts';
import { parseJson } from '../../../../base/json.ts';
import { deliveredByStatus, triedAs } from '../../provider-response.ts';
import { smsGateway } from '../sms-gateway.ts';
import { readResponse } from './errors.ts';
import { httpSmsForm } from './form.ts';
import { payloadOf } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** A merchant's own SMS service: it receives JSON and reports delivery by signed webhooks. */
export const httpSms = smsGateway({
  label: localized('Serviço próprio (HTTP)', 'A service of your own (HTTP)'),
  form: httpSmsForm,
  verifiedByMessage: true,
  compose: ({ number, text, delivery: { key } }, { sender }) => {
    const body = payloadOf(key, number, text, sender);
    return { ok: true, calls: [{ path: '', body, headers: { 'idempotency-key': idempotencyKey(key) } }] };
  },
  address: (_path, { settings: { url }, credentials: { headers } }) => ({ url, headers: lowerCase(headers) }),
  readResponse,
  trial: {
    path: '',
    // The response to a GET is not specified; only a wrong address or wrong credentials mean something.
    read(answer, { url }) {
      const isAccepted = answer.status < 500 && ![401, 403].includes(answer.status);
      return isAccepted ? { outcome: 'works', account: new URL(url).host } : triedAs(deliveredByStatus(answer), url);
    },
  },
  webhooks: {
    setupHelp: localized(
      'No seu serviço, envie para este endereço os status e as respostas, assinados com o segredo dos avisos.',
      'In your service, post statuses and replies to this address, signed with the secret of webhooks.',
    ),
    parse({ credentials }, webhook) {
      const { headers, body, now } = webhook;
      const signed = {
        id: headers['webhook-id'] ?? '',
        timestamp: headers['webhook-timestamp'] ?? '',
        signature: headers['webhook-signature'] ?? '',
      };
      const secret = Buffer.from(credentials.webhookSecret.slice('whsec_'.length), 'base64');
      if (webhook.method !== 'POST' || !isSignedWebhook(secret, signed, body, now))
        return { outcome: 'invalid_signature' };
      return {
        outcome: 'parsed',
        updates: parseWebhook(parseJson(webhook.body), Number(signed.timestamp) * 1000, now),
      };
    },
  },
});

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Step ids may contain letters of any alphabet; a header takes only ASCII. */
const idempotencyKey = (key: string): string => encodeURIComponent(key);

import { z } from 'zod';
import type { CallOut } from '../../../platform/http-client.ts';
import { deliveredByStatus, triedAs } from '../../provider-response.ts';
import { gatewayAddress } from '../../connection-shape.ts';
import { parseJson } from '../../../platform/json.ts';
import type { ChannelProvider } from '../../provider.ts';
import { isSignedWebhook } from '../../../crypto/webhook-signature.ts';
import { openSmsGateway, smsSettings } from '../sms-gateway.ts';
import { readResponse } from './errors.ts';
import { payloadOf } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** A secret in the format of Standard Webhooks: `whsec_` and base64 of 24 to 64 bytes. */
const webhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/);

/** A merchant's own SMS service: it receives JSON and reports delivery by signed webhooks. */
export const httpSms = (callOut: CallOut): ChannelProvider =>
  openSmsGateway(callOut, {
    settings: z.object({ ...smsSettings, url: gatewayAddress, sender: z.string().min(1).max(64).optional() }),
    credentials: z.object({
      /** The headers that the service requires, such as `authorization`. */
      headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), z.string().regex(/^[ -~]{1,2000}$/)).default({}),
      webhookSecret,
    }),
    call: ({ number, text, delivery }, { settings: { url, sender }, credentials: { headers } }) => ({
      url,
      headers: { ...lowerCase(headers), 'idempotency-key': idempotencyKey(delivery.key) },
      body: payloadOf({ id: delivery.key, number, text, sender }),
    }),
    readResponse,
    verifiedByMessage: true,
    trial: {
      call: ({ settings: { url }, credentials: { headers } }) => ({ url, headers: lowerCase(headers) }),
      // The response to a GET is not specified; only a wrong address or wrong credentials mean something.
      read(answer, { url }) {
        const isAccepted = answer.status < 500 && ![401, 403].includes(answer.status);
        return isAccepted ? { outcome: 'works', account: new URL(url).host } : triedAs(deliveredByStatus(answer), url);
      },
    },
    parseWebhook({ credentials }, webhook) {
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
  });

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Step ids may contain letters of any alphabet; a header takes only ASCII. */
const idempotencyKey = (key: string): string => encodeURIComponent(key);

import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CallOut } from '../../../platform/http-client.ts';
import { triedAs } from '../../provider-response.ts';
import { isHubSigned } from '../../hub-signature.ts';
import { parseJson } from '../../../platform/json.ts';
import { objectIn, textIn } from '../../json.ts';
import type { WebhookResult, WebhookRequest, ChannelProvider } from '../../provider.ts';
import { gatewayAddress, noticeSecret, secretText } from '../../connection-shape.ts';
import { openGateway, type Outbound } from '../gateway.ts';
import { allTypes } from '../message-types.ts';
import { readResponse } from './errors.ts';
import type { Envelope } from './free-form.ts';
import { compose } from './payload.ts';
import { parseWebhook } from './webhook.ts';

const Settings = z.object({
  baseUrl: gatewayAddress.default('https://graph.facebook.com'),
  version: z
    .string()
    .regex(/^v\d{1,3}\.\d$/)
    .default('v25.0'),
  phoneNumberId: z.string().regex(/^\d{1,30}$/),
  pix: z
    .object({
      merchantName: z.string().min(1).max(100),
      key: z.string().min(1).max(77),
      keyType: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP']),
    })
    .nullable()
    .default(null),
});

const Credentials = z.object({
  accessToken: secretText,
  appSecret: z.string().min(16).max(200),
  noticeSecret,
});

/**
 * The official API of WhatsApp. It accepts any message within 24 hours of the person's last message, after that only approved templates.
 */
export const cloudApi = (callOut: CallOut): ChannelProvider =>
  openGateway(callOut, {
    concurrency: 40,
    capabilities: {
      types: allTypes,
      reports: { delivered: true, read: true, replies: true },
      windowHours: 24,
      textLimit: 4096,
    },
    settings: Settings,
    credentials: Credentials,
    compose: (outbound, settings) => compose(outbound, envelopeOf(outbound, settings), outbound.delivery.windowOpen),
    composeAgain: (outbound, settings) =>
      outbound.template && outbound.delivery.windowOpen === true
        ? compose(outbound, envelopeOf(outbound, settings), false)
        : null,
    address: (path, { settings: { baseUrl, version, phoneNumberId }, credentials }) => ({
      url: `${baseUrl}/${version}/${phoneNumberId}${path}`,
      headers: { authorization: `Bearer ${credentials.accessToken}` },
    }),
    readResponse,
    trial: {
      path: () => '?fields=display_phone_number,verified_name',
      read(answer) {
        const { display_phone_number: phone, verified_name: name } = objectIn(answer.json);
        if (answer.status !== 200) return triedAs(readResponse(answer), '');
        return { outcome: 'works', account: [name, phone].map(textIn).filter(Boolean).join(' · ') };
      },
    },
    parseWebhook: ({ settings, credentials }, webhook) => parseSigned(settings.phoneNumberId, credentials, webhook),
  });

const envelopeOf = ({ number, delivery }: Outbound, { pix }: z.infer<typeof Settings>): Envelope => ({
  number,
  key: delivery.key,
  pix,
});

/** A GET verifies that the webhook URL is ours, by the verify token; a POST is signed under the app's secret. */
function parseSigned(
  phoneNumberId: string,
  credentials: z.infer<typeof Credentials>,
  webhook: WebhookRequest,
): WebhookResult {
  if (webhook.method === 'GET') {
    const { 'hub.mode': mode, 'hub.verify_token': token = '', 'hub.challenge': challenge } = webhook.query;
    const isOurs = mode === 'subscribe' && challenge !== undefined && isSame(token, credentials.noticeSecret);
    return isOurs ? { outcome: 'parsed', updates: [], answer: challenge } : { outcome: 'invalid_signature' };
  }
  return isHubSigned(credentials.appSecret, webhook.headers['x-hub-signature-256'], webhook.body)
    ? { outcome: 'parsed', updates: parseWebhook(parseJson(webhook.body), phoneNumberId, webhook.now) }
    : { outcome: 'invalid_signature' };
}

function isSame(claimed: string, right: string): boolean {
  const [one, other] = [Buffer.from(claimed), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

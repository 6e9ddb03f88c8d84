import { z } from 'zod';
import type { CallOut } from '../../../platform/http-client.ts';
import { triedAs } from '../../provider-response.ts';
import { gatewayAddress, noticeSecret, secretText } from '../../connection-shape.ts';
import { parseJson } from '../../../platform/json.ts';
import type { ChannelProvider } from '../../provider.ts';
import { isSecretPath } from '../../secret-path.ts';
import { openSmsGateway, smsSettings } from '../sms-gateway.ts';
import { readResponse } from './errors.ts';
import { payloadOf } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** Zenvia's API, version 2. Its webhooks are not signed, so the webhook URL contains a secret. */
export const zenvia = (callOut: CallOut): ChannelProvider =>
  openSmsGateway(callOut, {
    settings: z.object({
      ...smsSettings,
      baseUrl: gatewayAddress.default('https://api.zenvia.com'),
      /** The sender at Zenvia: the name of the integration, or a number. */
      from: z.string().min(1).max(64),
    }),
    credentials: z.object({ token: secretText, noticeSecret }),
    call: ({ number, text }, { settings: { baseUrl, from }, credentials: { token } }) => ({
      url: `${baseUrl}/v2/channels/sms/messages`,
      headers: { 'x-api-token': token },
      body: payloadOf(from, number, text),
    }),
    readResponse,
    trial: {
      call: ({ settings: { baseUrl }, credentials: { token } }) => ({
        url: `${baseUrl}/v2/subscriptions`,
        headers: { 'x-api-token': token },
      }),
      read: (answer, { from }) =>
        answer.status === 200 ? { outcome: 'works', account: from } : triedAs(readResponse(answer), from),
    },
    parseWebhook: ({ credentials }, webhook) =>
      isSecretPath(webhook.url, credentials.noticeSecret)
        ? { outcome: 'parsed', updates: parseWebhook(parseJson(webhook.body), webhook.now) }
        : { outcome: 'invalid_signature' },
  });

import { z } from 'zod';
import type { CallOut } from '../../../platform/http-client.ts';
import { triedAs } from '../../provider-response.ts';
import { parseJson } from '../../../platform/json.ts';
import { objectIn } from '../../json.ts';
import type { ChannelProvider } from '../../provider.ts';
import { isSecretPath } from '../../secret-path.ts';
import { gatewayAddress, pathName, secretText, noticeSecret } from '../../connection-shape.ts';
import { openGateway } from '../gateway.ts';
import { allTypes, textLimit } from '../message-types.ts';
import { readResponse } from './errors.ts';
import { pairing } from './pairing.ts';
import { compose } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** Z-API: WhatsApp over the store's phone. Its webhooks are not signed, so the webhook URL contains a secret. */
export const zApi = (callOut: CallOut): ChannelProvider =>
  openGateway(callOut, {
    concurrency: 4,
    capabilities: {
      types: allTypes,
      reports: { delivered: true, read: true, replies: true },
      windowHours: null,
      textLimit,
    },
    settings: z.object({
      baseUrl: gatewayAddress.default('https://api.z-api.io'),
      instanceId: pathName,
      buttons: z.boolean().default(true),
    }),
    credentials: z.object({ token: pathName, clientToken: secretText.optional(), noticeSecret }),
    compose: ({ message, number }, { buttons }) => compose(message, number, buttons),
    address: (path, { settings, credentials: { token, clientToken } }) => ({
      url: `${settings.baseUrl}/instances/${encodeURIComponent(settings.instanceId)}/token/${encodeURIComponent(token)}/${path}`,
      headers: clientToken === undefined ? {} : { 'client-token': clientToken },
    }),
    readResponse,
    trial: {
      path: () => 'status',
      read(answer, { instanceId }) {
        const { connected } = objectIn(answer.json);
        if (answer.status === 200 && connected === true) return { outcome: 'works', account: instanceId };
        if (answer.status === 200 && connected === false) return { outcome: 'broken', reason: 'DISCONNECTED' };
        return triedAs(readResponse(answer), instanceId);
      },
    },
    pairing,
    parseWebhook: ({ credentials }, webhook) =>
      isSecretPath(webhook.url, credentials.noticeSecret)
        ? { outcome: 'parsed', updates: parseWebhook(parseJson(webhook.body), webhook.now) }
        : { outcome: 'invalid_signature' },
  });

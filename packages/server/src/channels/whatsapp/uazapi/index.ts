import { z } from 'zod';
import type { CallOut } from '../../../platform/http-client.ts';
import { triedAs } from '../../provider-response.ts';
import { parseJson } from '../../../platform/json.ts';
import { objectIn, textIn } from '../../json.ts';
import type { ChannelProvider } from '../../provider.ts';
import { isSecretPath } from '../../secret-path.ts';
import { gatewayAddress, secretText, noticeSecret } from '../../connection-shape.ts';
import { openGateway } from '../gateway.ts';
import { allTypes, textLimit } from '../message-types.ts';
import { readResponse } from './errors.ts';
import { pairing } from './pairing.ts';
import { compose } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** uazapi (uazapiGO v2): WhatsApp over the store's phone. Its webhooks are not signed, so the webhook URL contains a secret. */
export const uazapi = (callOut: CallOut): ChannelProvider =>
  openGateway(callOut, {
    concurrency: 4,
    capabilities: {
      types: allTypes,
      reports: { delivered: true, read: true, replies: true },
      windowHours: null,
      textLimit,
    },
    settings: z.object({ baseUrl: gatewayAddress, buttons: z.boolean().default(true) }),
    credentials: z.object({ token: secretText, noticeSecret }),
    compose: ({ message, number, delivery }, { buttons }) =>
      compose(message, { number, key: delivery.key, showsButtons: buttons }),
    address: (path, { settings, credentials }) => ({
      url: `${settings.baseUrl}/${path}`,
      headers: { token: credentials.token },
    }),
    readResponse,
    trial: {
      path: () => 'instance/status',
      read(answer) {
        const { instance } = objectIn(answer.json);
        const { status, profileName, owner, name } = objectIn(instance);
        if (answer.status !== 200 || textIn(status) === '') return triedAs(readResponse(answer), '');
        if (status !== 'connected') return { outcome: 'broken', reason: 'DISCONNECTED' };
        return { outcome: 'works', account: [profileName, name, owner].map(textIn).find((text) => text !== '') ?? '' };
      },
    },
    pairing,
    parseWebhook: ({ credentials }, webhook) =>
      isSecretPath(webhook.url, credentials.noticeSecret)
        ? { outcome: 'parsed', updates: parseWebhook(parseJson(webhook.body), webhook.now) }
        : { outcome: 'invalid_signature' },
  });

import { z } from 'zod';
import type { CallOut } from '../../../platform/http-client.ts';
import { triedAs } from '../../provider-response.ts';
import { parseJson } from '../../../platform/json.ts';
import { objectIn, textIn } from '../../json.ts';
import type { ChannelProvider } from '../../provider.ts';
import { isSecretPath } from '../../secret-path.ts';
import { gatewayAddress, pathName, secretText, noticeSecret } from '../../connection-shape.ts';
import { openGateway } from '../gateway.ts';
import { allTypes, textLimit } from '../message-types.ts';
import { readResponse } from './errors.ts';
import { pairing } from './pairing.ts';
import { compose } from './payload.ts';
import { parseWebhook } from './webhook.ts';

/** Evolution API, version 2: WhatsApp over the store's phone. Its webhooks are not signed, so the webhook URL contains a secret. */
export const evolution = (callOut: CallOut): ChannelProvider =>
  openGateway(callOut, {
    concurrency: 4,
    capabilities: {
      types: allTypes,
      reports: { delivered: true, read: true, replies: true },
      windowHours: null,
      textLimit,
    },
    settings: z.object({ baseUrl: gatewayAddress, instance: pathName, buttons: z.boolean().default(true) }),
    credentials: z.object({ apiKey: secretText, noticeSecret }),
    compose: ({ message, number }, { buttons }) => compose(message, number, buttons),
    address: (path, { settings, credentials }) => ({
      url:
        path === 'instance/fetchInstances'
          ? `${settings.baseUrl}/${path}?instanceName=${encodeURIComponent(settings.instance)}`
          : `${settings.baseUrl}/${path}/${encodeURIComponent(settings.instance)}`,
      headers: { apikey: credentials.apiKey },
    }),
    readResponse,
    trial: {
      path: () => 'instance/connectionState',
      read(answer, { instance: name }) {
        const { instance } = objectIn(answer.json);
        const state = textIn(objectIn(instance).state);
        if (answer.status !== 200 || state === '') return triedAs(readResponse(answer), name);
        return state === 'open' ? { outcome: 'works', account: name } : { outcome: 'broken', reason: 'DISCONNECTED' };
      },
    },
    pairing,
    parseWebhook: ({ credentials }, webhook) =>
      isSecretPath(webhook.url, credentials.noticeSecret)
        ? { outcome: 'parsed', updates: parseWebhook(parseJson(webhook.body), webhook.now) }
        : { outcome: 'invalid_signature' },
  });

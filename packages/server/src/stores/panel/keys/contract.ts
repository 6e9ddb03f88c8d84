// Requests and responses of the endpoints of a store's API keys.
import { apiScopes } from '@retoma/commerce';
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

const kind = z.enum(['checkout', 'secret']);
/** API1: null: no limit. */
const scopes = z.array(z.enum(apiScopes)).nullable();

const key = z.object({
  keyId: z.string(),
  kind,
  scopes,
  /** `rtm_live_••••Xy7z` */
  masked: z.string(),
  createdAt: z.iso.datetime(),
  /** When the key stops or stopped working; null: no end is set. */
  endsAt: z.iso.datetime().nullable(),
  ended: z.boolean(),
  /** When the key was last used, accurate to about a minute; null: no use is recorded. */
  usedAt: z.iso.datetime().nullable(),
});

const at = '/panel/api/stores/:storeId/keys' as const;

/** The endpoints of API keys. CHK10: a key is shown in full only once, when it is made. */
export const keysContract = {
  listKeys: {
    method: 'GET',
    path: at,
    access: 'changeSettings',
    answer: done.extend({ baseUrl: z.string(), keys: z.array(key) }),
  },
  listApiCalls: {
    method: 'GET',
    path: `${at}/calls`,
    access: 'changeSettings',
    /** The last calls of the public API, newest first; of the successful ones only a sample. `code`: why a call was refused. */
    answer: done.extend({
      calls: z.array(
        z.object({
          callId: z.uuid(),
          at: z.iso.datetime(),
          method: z.string(),
          route: z.string(),
          status: z.number(),
          code: z.string().nullable(),
          requestId: z.string(),
        }),
      ),
    }),
  },
  createKey: {
    method: 'POST',
    path: at,
    access: 'changeSettings',
    audit: ['key_created'],
    recent: true,
    /** Only secret keys have scopes. */
    body: z.union([
      z.strictObject({ kind: z.literal('checkout') }),
      z.strictObject({ kind: z.literal('secret'), scopes: z.array(z.enum(apiScopes)).min(1).nullable().optional() }),
    ]),
    answer: done.extend({ key: z.string(), keyId: z.string() }),
  },
  tryKey: {
    method: 'POST',
    path: `${at}/try`,
    access: 'changeSettings',
    unaudited: 'It creates a checkout through the public endpoint, like any caller with that key.',
    /** The response of the public endpoint: its status and its unchanged body. */
    answer: done.extend({ status: z.number(), answer: z.string(), checkoutUrl: z.string().nullable() }),
  },
  rotateKey: {
    method: 'POST',
    path: `${at}/:keyId/rotate`,
    access: 'changeSettings',
    audit: ['key_rotated'],
    recent: true,
    body: z.strictObject({ endOldNow: z.boolean() }),
    answer: done.extend({ key: z.string(), keyId: z.string(), oldEndsAt: z.iso.datetime() }),
  },
  endKey: {
    method: 'POST',
    path: `${at}/:keyId/end`,
    access: 'changeSettings',
    audit: ['key_ended'],
    recent: true,
  },
} as const satisfies Record<string, PanelEndpoint>;

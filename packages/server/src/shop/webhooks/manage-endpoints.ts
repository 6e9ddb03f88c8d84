// What a store does with its endpoints, through the panel, the API or the command line. Secrets are returned once, when they are made.
import type { WebhookEventType } from '@retoma/commerce';
import type { Clock } from '../../base/clock.ts';
import { seal } from '../../base/crypto/seal.ts';
import { newId } from '../../base/ids.ts';
import type { Database, Queryable } from '../../base/postgres/pool.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { Audit } from '../../http/audit-actions.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import { refusalOfUrl, type WebhookUrlRefusal } from './check-url.ts';
import {
  webhookEndpointDelete,
  webhookEndpointDisable,
  webhookEndpointEnable,
  webhookEndpointFind,
  webhookEndpointInsert,
  webhookEndpointRotate,
  webhookEndpointUpdate,
  type EndpointChange,
  type WebhookEndpoint,
} from './queries/endpoints.ts';
import { webhookMessageInsert } from './queries/messages.ts';
import { newWebhookSecret } from './secrets.ts';
import { testBody } from './test-body.ts';

/** The dependencies. `credentialsKey`: `credentialsKey(secret)`; `allowPrivate`: whether endpoints may be on this machine, without https. */
export type WebhookDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly credentialsKey: Buffer;
  readonly allowPrivate: boolean;
};

/** WHK7: the most endpoints of a store. */
export const maxEndpoints = 10;

/** WHK8: how long the secret before a rotation stays valid, in milliseconds. */
const previousMs = 24 * 60 * 60_000;

/** What an endpoint is created with. `types`: absent or null: all events. */
export type EndpointRequest = {
  readonly url: string;
  readonly description?: string | null | undefined;
  readonly types?: readonly WebhookEventType[] | null | undefined;
  readonly thin?: boolean | undefined;
};

/** Why an endpoint is not created or changed. `reason`: of WRONG_WEBHOOK_URL. */
export type EndpointRefused =
  | {
      readonly ok: false;
      readonly code: 'STORE_NOT_FOUND' | 'EXAMPLE_STORE' | 'TOO_MANY_WEBHOOKS' | 'WEBHOOK_NOT_FOUND';
    }
  | { readonly ok: false; readonly code: 'WRONG_WEBHOOK_URL'; readonly reason: WebhookUrlRefusal };

/** A new or rotated endpoint with its secret, which is not shown again. */
export type EndpointWithSecret = { readonly ok: true; readonly endpoint: WebhookEndpoint; readonly secret: string };

const notFound = { ok: false, code: 'WEBHOOK_NOT_FOUND' } as const;

/** The name of an endpoint in the audit log: its host, since a path may be a secret. */
/** A description as its column stores it: PostgreSQL has no NUL and no half of a surrogate pair. */
const storableNote = (note: string | null): string | null => note?.replaceAll('\0', '\ufffd').toWellFormed() ?? null;

const auditName = (url: string): string => new URL(url).host;

/** WHK7: creates an endpoint; it gets the events from now on. */
export async function createEndpoint(
  { db, clock, credentialsKey, allowPrivate }: WebhookDeps,
  storeId: string,
  { url, description = null, types = null, thin = false }: EndpointRequest,
  audit: Audit<'webhook_created'>,
): Promise<EndpointWithSecret | EndpointRefused> {
  const reason = refusalOfUrl(url, allowPrivate);
  if (reason) return { ok: false, code: 'WRONG_WEBHOOK_URL', reason };
  const store = await storeFind(db, storeId);
  if (!store) return { ok: false, code: 'STORE_NOT_FOUND' };
  if (store.exampleOf !== null) return { ok: false, code: 'EXAMPLE_STORE' };
  const endpointId = newId(storeId);
  const secret = newWebhookSecret();
  return inTransaction(db, async (tx): Promise<EndpointWithSecret | EndpointRefused> => {
    const sealed = seal(credentialsKey, endpointId, secret);
    const note = storableNote(description);
    const endpoint = { endpointId, storeId, url, description: note, types, thin, secret: sealed, createdAt: clock() };
    if (!(await webhookEndpointInsert(tx, endpoint, maxEndpoints))) return { ok: false, code: 'TOO_MANY_WEBHOOKS' };
    await audit(tx, { storeId, action: 'webhook_created', detail: auditName(url) });
    return { ok: true, endpoint: (await webhookEndpointFind(tx, storeId, endpointId))!, secret };
  });
}

/** What can be changed. `enabled`: WHK6, false disables it, true enables it again, which sends a ping first. */
export type EndpointUpdate = EndpointChange & { readonly enabled?: boolean | undefined };

/** Changes an endpoint. */
export async function updateEndpoint(
  { db, clock, allowPrivate }: WebhookDeps,
  storeId: string,
  endpointId: string,
  { enabled, ...wanted }: EndpointUpdate,
  audit: Audit<'webhook_changed'>,
): Promise<{ readonly ok: true; readonly endpoint: WebhookEndpoint } | EndpointRefused> {
  const { description } = wanted;
  const change = description === undefined ? wanted : { ...wanted, description: storableNote(description) };
  const reason = change.url === undefined ? undefined : refusalOfUrl(change.url, allowPrivate);
  if (reason) return { ok: false, code: 'WRONG_WEBHOOK_URL', reason };
  return inTransaction(db, async (tx): Promise<{ ok: true; endpoint: WebhookEndpoint } | EndpointRefused> => {
    if (!(await webhookEndpointUpdate(tx, { storeId, endpointId }, change))) return notFound;
    if (enabled === true && (await webhookEndpointEnable(tx, endpointId, clock()))) {
      await insertPing(tx, { storeId, endpointId, at: clock() });
    }
    if (enabled === false) await webhookEndpointDisable(tx, endpointId, 'owner', clock());
    const endpoint = (await webhookEndpointFind(tx, storeId, endpointId))!;
    await audit(tx, { storeId, action: 'webhook_changed', detail: auditName(endpoint.url) });
    return { ok: true, endpoint };
  });
}

/** Deletes an endpoint; messages that wait are not sent. */
export const deleteEndpoint = (
  { db, clock }: WebhookDeps,
  storeId: string,
  endpointId: string,
  audit: Audit<'webhook_deleted'>,
): Promise<{ readonly ok: true } | EndpointRefused> =>
  inTransaction(db, async (tx): Promise<{ ok: true } | EndpointRefused> => {
    const endpoint = await webhookEndpointFind(tx, storeId, endpointId);
    if (!endpoint || !(await webhookEndpointDelete(tx, endpointId, clock()))) return notFound;
    await audit(tx, { storeId, action: 'webhook_deleted', detail: auditName(endpoint.url) });
    return { ok: true };
  });

/** WHK8: gives an endpoint a new secret. For 24 hours messages are signed with both. */
export async function rotateEndpointSecret(
  { db, clock, credentialsKey }: WebhookDeps,
  storeId: string,
  endpointId: string,
  audit: Audit<'webhook_secret_rotated'>,
): Promise<EndpointWithSecret | EndpointRefused> {
  const secret = newWebhookSecret();
  return inTransaction(db, async (tx): Promise<EndpointWithSecret | EndpointRefused> => {
    if (!(await webhookEndpointFind(tx, storeId, endpointId))) return notFound;
    await webhookEndpointRotate(tx, endpointId, seal(credentialsKey, endpointId, secret), clock() + previousMs);
    const endpoint = (await webhookEndpointFind(tx, storeId, endpointId))!;
    await audit(tx, { storeId, action: 'webhook_secret_rotated', detail: auditName(endpoint.url) });
    return { ok: true, endpoint, secret };
  });
}

/** Writes a ping, which is delivered before later events. */
async function insertPing(
  tx: Queryable,
  { storeId, endpointId, at }: { storeId: string; endpointId: string; at: number },
): Promise<void> {
  const messageId = newId(storeId);
  const body = testBody('ping', { storeId, endpointId, at });
  await webhookMessageInsert(tx, { messageId, endpointId, storeId, type: 'ping', body, at });
}

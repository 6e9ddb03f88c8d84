// WHK: a store's endpoints. Instants in milliseconds since 1970.
import type { WebhookEventType } from '@retoma/commerce';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { isTestStore } from '../../../stores/queries/stores.ts';
import { affectsOne, execute, queryRow, queryRows } from '../../../base/postgres/query.ts';

/** Why an endpoint is disabled: by a member, without success for days, or it answered 410. */
export type DisabledReason = 'owner' | 'failing' | 'gone';

/** An endpoint of a store, without its secrets. */
export type WebhookEndpoint = {
  readonly endpointId: string;
  readonly storeId: string;
  readonly url: string;
  readonly description: string | null;
  /** Null: all events, also those of later releases. */
  readonly types: readonly WebhookEventType[] | null;
  /** Whether bodies have ids and states only. */
  readonly thin: boolean;
  readonly state: 'enabled' | 'disabled';
  readonly reason: DisabledReason | null;
  /** Since when it has its state. */
  readonly stateAt: number;
  /** WHK8: until when messages are signed with the previous secret too; null: there is none. */
  readonly previousUntil: number | null;
  readonly createdAt: number;
  readonly lastSuccessAt: number | null;
  /** The first failure since the last success; null: the last attempt succeeded. */
  readonly failingSince: number | null;
  /** The last failure: `HTTP 500`, or its name; null: the last attempt succeeded. */
  readonly lastError: string | null;
  /** Messages that wait, at most 1,000 are counted. */
  readonly pending: number;
  /** WHK9: messages of the last 30 days that were given up or cancelled, at most 1,000 are counted. */
  readonly missed: number;
};

const countOf = (where: string): string =>
  `(select count(*)::int from (select from webhook_messages m where m.endpoint_id = e.endpoint_id and ${where} limit 1000) counted)`;

const columns = `endpoint_id as "endpointId", store_id as "storeId", url, description, types, thin, state, reason,
  ${milliseconds('state_at')} as "stateAt", ${milliseconds('case when previous_until > now() then previous_until end')} as "previousUntil",
  ${milliseconds('created_at')} as "createdAt", ${milliseconds('last_success_at')} as "lastSuccessAt",
  ${milliseconds('failing_since')} as "failingSince", last_error as "lastError",
  ${countOf(`state = 'pending'`)} as pending, ${countOf(`state in ('failed', 'cancelled') and created_at > now() - interval '30 days'`)} as missed`;

/** The endpoints of a store, the oldest first. */
export const webhookEndpointList = (db: Queryable, storeId: string): Promise<WebhookEndpoint[]> =>
  queryRows(db, {
    name: 'webhook-endpoint-list',
    text: `select ${columns} from webhook_endpoints e where store_id = $1 and state <> 'deleted' order by endpoint_id`,
    values: [storeId],
  });

/** An endpoint of a store. */
export const webhookEndpointFind = (
  db: Queryable,
  storeId: string,
  endpointId: string,
): Promise<WebhookEndpoint | undefined> =>
  queryRow(db, {
    name: 'webhook-endpoint-find',
    text: `select ${columns} from webhook_endpoints e where store_id = $1 and endpoint_id = $2 and state <> 'deleted'`,
    values: [storeId, endpointId],
  });

/** An endpoint to be stored. `secret`: sealed. */
export type NewEndpoint = Pick<
  WebhookEndpoint,
  'endpointId' | 'storeId' | 'url' | 'description' | 'types' | 'thin' | 'createdAt'
> & {
  readonly secret: Buffer;
};

/** WHK7: stores an endpoint unless its store has `most`; false: it has. Endpoints of one store are stored one after the other. */
export async function webhookEndpointInsert(tx: Queryable, endpoint: NewEndpoint, most: number): Promise<boolean> {
  const { endpointId, storeId, url, description, types, thin, secret, createdAt } = endpoint;
  await execute(tx, { text: 'select from stores where store_id = $1 for no key update', values: [storeId] });
  return affectsOne(tx, {
    name: 'webhook-endpoint-insert',
    text: `insert into webhook_endpoints (endpoint_id, store_id, url, description, types, thin, secret, test,
             created_at, state_at)
           select $1, $2, $3, $4, $5, $6, $7, (select ${isTestStore} from stores s where s.store_id = $2), $9, $9
           where (select count(*) from webhook_endpoints where store_id = $2 and state <> 'deleted') < $8`,
    values: [endpointId, storeId, url, description, types, thin, secret, most, new Date(createdAt)],
  });
}

/** What can be changed; an absent member stays. */
export type EndpointChange = {
  readonly [Member in 'url' | 'description' | 'types' | 'thin']?: WebhookEndpoint[Member] | undefined;
};

/** Changes an endpoint; false: the store has no such one. */
export const webhookEndpointUpdate = (
  tx: Queryable,
  { storeId, endpointId }: Pick<WebhookEndpoint, 'storeId' | 'endpointId'>,
  change: EndpointChange,
): Promise<boolean> =>
  affectsOne(tx, {
    name: 'webhook-endpoint-update',
    text: `update webhook_endpoints set url = coalesce($3, url), thin = coalesce($4, thin),
             description = case when $5 then $6 else description end, types = case when $7 then $8 else types end
           where endpoint_id = $2 and store_id = $1 and state <> 'deleted'`,
    values: [
      storeId,
      endpointId,
      change.url ?? null,
      change.thin ?? null,
      change.description !== undefined,
      change.description ?? null,
      change.types !== undefined,
      change.types ?? null,
    ],
  });

/** WHK6: enables an endpoint that is disabled, as if it had never failed; false: it is not disabled. */
export const webhookEndpointEnable = (tx: Queryable, endpointId: string, at: number): Promise<boolean> =>
  affectsOne(tx, {
    name: 'webhook-endpoint-enable',
    text: `update webhook_endpoints set state = 'enabled', reason = null, state_at = to_timestamp($2 / 1000.0), failing_since = null,
             failures = 0, last_error = null, given_up_at = null, resume_at = null
           where endpoint_id = $1 and state = 'disabled'`,
    values: [endpointId, at],
  });

/** WHK6: disables an enabled endpoint and cancels its waiting messages; false: it is not enabled. */
export const webhookEndpointDisable = (
  tx: Queryable,
  endpointId: string,
  reason: DisabledReason,
  at: number,
): Promise<boolean> => endEndpoint(tx, endpointId, { state: 'disabled', reason, at });

/** Deletes an endpoint: it is not called any more. Its rows go with the age of its messages (WHK11). */
export const webhookEndpointDelete = (tx: Queryable, endpointId: string, at: number): Promise<boolean> =>
  endEndpoint(tx, endpointId, { state: 'deleted', reason: null, at });

const endEndpoint = (
  tx: Queryable,
  endpointId: string,
  { state, reason, at }: { state: 'disabled' | 'deleted'; reason: DisabledReason | null; at: number },
): Promise<boolean> =>
  affectsOne(tx, {
    name: 'webhook-endpoint-end',
    text: `
      with ended as (
        update webhook_endpoints set state = $2, reason = $3, state_at = to_timestamp($4 / 1000.0)
        where endpoint_id = $1 and (state = 'enabled' or (state = 'disabled' and $2 = 'deleted')) returning endpoint_id),
      cancelled as (
        update webhook_messages m set state = 'cancelled', next_attempt_at = null, settled_at = to_timestamp($4 / 1000.0)
        from ended e where m.endpoint_id = e.endpoint_id and m.state = 'pending')
      select from ended`,
    values: [endpointId, state, reason, at],
  });

/** WHK8: gives an endpoint a new secret; the present one stays valid until `previousUntil`. */
export const webhookEndpointRotate = (
  tx: Queryable,
  endpointId: string,
  secret: Buffer,
  previousUntil: number,
): Promise<void> =>
  execute(tx, {
    name: 'webhook-endpoint-rotate',
    text: `update webhook_endpoints set previous_secret = secret, previous_until = to_timestamp($3 / 1000.0), secret = $2
           where endpoint_id = $1`,
    values: [endpointId, secret, previousUntil],
  });

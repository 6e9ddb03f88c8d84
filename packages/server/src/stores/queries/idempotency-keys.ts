import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute, queryRow } from '../../base/postgres/query.ts';

// API7: a row of idempotency_keys with an empty response is a request in progress. One of a process that ended is taken over.

/** Names a request with an idempotency key. */
export type IdempotentRequest = { readonly storeId: string; readonly name: string; readonly sha256: Buffer };

/** How long ago a name was claimed. `excluded.created_at` is the column's default, the present. */
const claimAge = 'excluded.created_at - idempotency_keys.created_at';

/** Claims a name for 24 hours; false: it is in use, or was used by another request. */
export const idempotencyKeyBegin = (db: Queryable, { storeId, name, sha256 }: IdempotentRequest): Promise<boolean> =>
  affectsOne(db, {
    name: 'idempotency-key-begin',
    text: `
      insert into idempotency_keys (store_id, idempotency_key, body_sha256, response) values ($1, $2, $3, '')
      on conflict (store_id, idempotency_key) do update
        set body_sha256 = excluded.body_sha256, response = '', created_at = excluded.created_at
        where ${claimAge} > interval '24 hours'
          or (idempotency_keys.response = '' and idempotency_keys.body_sha256 = excluded.body_sha256
            and ${claimAge} > interval '2 minutes')`,
    values: [storeId, name, sha256],
  });

/** What is stored under a name; undefined: nothing. */
export const idempotencyKeyFind = (
  db: Queryable,
  { storeId, name }: IdempotentRequest,
): Promise<{ sha256: Buffer; response: string } | undefined> =>
  queryRow(db, {
    name: 'idempotency-key-find',
    text: 'select body_sha256 as sha256, response from idempotency_keys where store_id = $1 and idempotency_key = $2',
    values: [storeId, name],
  });

/** Stores the response of a claimed request. */
export const idempotencyKeyEnd = (
  db: Queryable,
  { storeId, name }: IdempotentRequest,
  response: string,
): Promise<void> =>
  execute(db, {
    name: 'idempotency-key-end',
    text: 'update idempotency_keys set response = $3 where store_id = $1 and idempotency_key = $2',
    values: [storeId, name, response],
  });

/** Frees the name of a request that was refused or failed. */
export const idempotencyKeyFree = (db: Queryable, { storeId, name }: IdempotentRequest): Promise<void> =>
  execute(db, {
    name: 'idempotency-key-free',
    text: "delete from idempotency_keys where store_id = $1 and idempotency_key = $2 and response = ''",
    values: [storeId, name],
  });

import type { ApiScope } from '@retoma/commerce';
import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryRow, queryRows } from '../../base/postgres/query.ts';

/** A row of api_keys; it contains no secret. */
export type ApiKeyRow = {
  keyId: string;
  storeId: string;
  kind: 'checkout' | 'secret';
  /** API1: null: no limit. */
  scopes: readonly ApiScope[] | null;
  createdAt: Date;
  endsAt: Date | null;
};

/** A key with the time of its last recorded use; null: none. */
export type UsedKeyRow = ApiKeyRow & { usedAt: Date | null };

/** Stores a new key of a store. */
export const apiKeyInsert = (
  db: Queryable,
  key: Pick<ApiKeyRow, 'keyId' | 'storeId' | 'kind' | 'scopes'>,
): Promise<void> =>
  execute(db, {
    text: 'insert into api_keys (key_id, store_id, kind, scopes) values ($1, $2, $3, $4)',
    values: [key.keyId, key.storeId, key.kind, key.scopes],
  });

/** The keys of a store, newest first, including ended ones. */
export const apiKeyList = (db: Queryable, storeId: string): Promise<UsedKeyRow[]> =>
  queryRows(db, {
    text: `select key_id as "keyId", store_id as "storeId", kind, scopes, created_at as "createdAt", ends_at as "endsAt", used_at as "usedAt"
     from api_keys left join api_key_uses using (key_id) where store_id = $1 order by created_at desc, key_id`,
    values: [storeId],
  });

/** Ends a working key after `seconds` (0: now). Returns it, or undefined if no working key has that id. */
export const apiKeyEnd = (db: Queryable, keyId: string, seconds: number): Promise<ApiKeyRow | undefined> =>
  queryRow(db, {
    text: `update api_keys set ends_at = least(ends_at, now() + make_interval(secs => $2))
     where key_id = $1 and (ends_at is null or ends_at > now())
     returning key_id as "keyId", store_id as "storeId", kind, scopes, created_at as "createdAt", ends_at as "endsAt"`,
    values: [keyId, seconds],
  });

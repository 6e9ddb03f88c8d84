import type { ApiScope } from '@retoma/commerce';
import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryRow, queryRows } from '../../base/postgres/query.ts';
import { isTestStore } from './stores.ts';

/** A row of api_keys; it contains no secret. */
export type ApiKeyRow = {
  keyId: string;
  storeId: string;
  kind: 'checkout' | 'secret';
  /** TST4: whether its text says that it is of test mode. */
  test: boolean;
  /** API1: null: no limit. */
  scopes: readonly ApiScope[] | null;
  createdAt: Date;
  endsAt: Date | null;
};

/** A key with the time of its last recorded use; null: none. */
export type UsedKeyRow = ApiKeyRow & { usedAt: Date | null };

const columns = `k.key_id as "keyId", k.store_id as "storeId", k.kind, k.scopes, k.created_at as "createdAt", k.ends_at as "endsAt",
  ${isTestStore} as test`;

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
    text: `select ${columns}, used_at as "usedAt"
     from api_keys k join stores s using (store_id) left join api_key_uses using (key_id)
     where k.store_id = $1 order by k.created_at desc, k.key_id`,
    values: [storeId],
  });

/** Ends a working key after `seconds` (0: now). Returns it, or undefined if no working key has that id. */
export const apiKeyEnd = (db: Queryable, keyId: string, seconds: number): Promise<ApiKeyRow | undefined> =>
  queryRow(db, {
    text: `update api_keys k set ends_at = least(k.ends_at, now() + make_interval(secs => $2))
     from stores s where s.store_id = k.store_id and k.key_id = $1 and (k.ends_at is null or k.ends_at > now())
     returning ${columns}`,
    values: [keyId, seconds],
  });

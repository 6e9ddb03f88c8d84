import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryRows } from '../../base/postgres/query.ts';

/** A call of a store to the public API. `code`: the error code of a refused call; null: it was accepted. */
export type ApiCallRow = {
  callId: string;
  storeId: string;
  at: Date;
  method: string;
  route: string;
  status: number;
  code: string | null;
  requestId: string;
};

/** Stores calls, and deletes all but the newest `max` of each store. */
export async function apiCallInsertMany(db: Queryable, calls: readonly ApiCallRow[], max: number): Promise<void> {
  const column = <Name extends keyof ApiCallRow>(name: Name): ApiCallRow[Name][] => calls.map((call) => call[name]);
  await execute(db, {
    text: `insert into api_calls (call_id, store_id, at, method, route, status, code, request_id)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::text[])`,
    values: [
      column('callId'),
      column('storeId'),
      column('at'),
      column('method'),
      column('route'),
      column('status'),
      column('code'),
      column('requestId'),
    ],
  });
  await execute(db, {
    text: `delete from api_calls where call_id in (
       select call_id from (
         select call_id, row_number() over (partition by store_id order by call_id desc) as place
         from api_calls where store_id = any($1::uuid[])
       ) placed where place > $2)`,
    values: [[...new Set(column('storeId'))], max],
  });
}

/** The stored calls of a store, newest first. */
export const apiCallList = (db: Queryable, storeId: string): Promise<ApiCallRow[]> =>
  queryRows(db, {
    text: `select call_id as "callId", store_id as "storeId", at, method, route, status, code, request_id as "requestId"
     from api_calls where store_id = $1 order by call_id desc`,
    values: [storeId],
  });

/** Records when keys were last used; an older instant never replaces a newer one. Deleted keys are skipped. */
export const apiKeyUseUpsertMany = (db: Queryable, uses: ReadonlyMap<string, Date>): Promise<void> =>
  execute(db, {
    text: `insert into api_key_uses as u (key_id, used_at)
     select key_id, at from unnest($1::text[], $2::timestamptz[]) as used (key_id, at) join api_keys using (key_id)
     order by key_id
     on conflict (key_id) do update set used_at = greatest(u.used_at, excluded.used_at)`,
    values: [[...uses.keys()], [...uses.values()]],
  });

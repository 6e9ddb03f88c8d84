import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute, queryValue } from '../../base/postgres/query.ts';

/** COM8: a request for a person's data. */
export type PersonRequestKind = 'export' | 'erase';

/** A request about a person, identified by a keyed hash. */
export type PersonRequestRow = {
  requestId: string;
  storeId: string;
  kind: PersonRequestKind;
  contactHash: Buffer;
  requestedBy: string;
  /** Milliseconds since 1970. */
  at: number;
};

/** Whether a store exists. A deleted one counts: its personal data is still stored. */
export const storeExists = (db: Queryable, storeId: string): Promise<boolean> =>
  affectsOne(db, { text: 'select from stores where store_id = $1', values: [storeId] });

/**
 * Records a request. Returns its id, or the id of an earlier unfinished request of the same kind about the same person. Undefined if there
 * is no such store.
 */
export async function personRequestBegin(db: Queryable, request: PersonRequestRow): Promise<string | undefined> {
  const { requestId, storeId, kind, contactHash, requestedBy, at } = request;
  return queryValue(db, {
    text: `with open as (
       select request_id from privacy_requests
       where store_id = $2 and kind = $3 and contact_hash = $4 and finished_at is null order by requested_at limit 1),
     begun as (
       insert into privacy_requests (request_id, store_id, kind, contact_hash, requested_by, requested_at)
       select $1, store_id, $3, $4, $5, to_timestamp($6 / 1000.0) from stores
       where store_id = $2 and not exists (select from open)
       returning request_id)
     select request_id as "requestId" from open union all select request_id from begun`,
    values: [requestId, storeId, kind, contactHash, requestedBy, at],
  });
}

/** Adds to the row counts of a request, by kind of row; `finishedAt` in milliseconds, null if the request continues. */
export const personRequestAdvance = (
  db: Queryable,
  requestId: string,
  counts: Readonly<Record<string, number>>,
  finishedAt: number | null,
): Promise<void> =>
  execute(db, {
    text: `update privacy_requests set finished_at = to_timestamp($3 / 1000.0), counts = (
       select json_object_agg(name, total) from (
         select key as name, sum(value::int) as total
         from (select * from json_each_text($2::json) union all select * from json_each_text(coalesce(counts, '{}'))) parts
         group by key order by key) sums)
     where request_id = $1`,
    values: [requestId, JSON.stringify(counts), finishedAt],
  });

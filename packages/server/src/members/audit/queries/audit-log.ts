import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, queryOneValue, queryRows } from '../../../base/postgres/query.ts';

/** Records one action at a store, and the order that it is about; false if an entry has this id already. */
export const activityInsert = (
  db: Queryable,
  entry: {
    activityId: string;
    storeId: string;
    userId: string | null;
    keyId?: string | null;
    action: string;
    subjectId: string | null;
    orderId?: string | null;
    detail: string | null;
    createdAt: number;
  },
): Promise<boolean> =>
  affectsOne(db, {
    text: `
      with added as (
        insert into audit_log (activity_id, store_id, user_id, action, subject_id, detail, created_at, key_id)
        values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0), $9) on conflict (activity_id) do nothing returning activity_id, store_id),
      linked as (
        insert into order_activities (store_id, order_id, activity_id)
        select store_id, $8::uuid, activity_id from added where $8::uuid is not null)
      select activity_id from added`,
    values: [
      entry.activityId,
      entry.storeId,
      entry.userId,
      entry.action,
      entry.subjectId,
      entry.detail,
      entry.createdAt,
      entry.orderId ?? null,
      entry.keyId ?? null,
    ],
  });

/**
 * Deletes up to `limit` entries from before `until`, in milliseconds; returns how many. The database refuses to delete entries younger than
 * two years (AUT6).
 */
export const activityPurge = (db: Queryable, until: number, limit: number): Promise<number> =>
  queryOneValue(db, {
    text: 'select purge_audit_log(to_timestamp($1 / 1000.0), $2) as purged',
    values: [until, limit],
  });

/** One entry of the log. */
export type ActivityRow = {
  readonly activityId: string;
  readonly createdAt: Date;
  readonly action: string;
  /** Null: a key, or the command line. */
  readonly userId: string | null;
  readonly keyId: string | null;
  readonly subjectId: string | null;
  readonly detail: string | null;
};

/** What was done to an order, oldest first; at most the newest 200. */
export const activityListOfOrder = (
  db: Queryable,
  orderId: string,
): Promise<Pick<ActivityRow, 'createdAt' | 'action' | 'userId' | 'keyId'>[]> =>
  queryRows(db, {
    text: `select * from (
       select l.created_at as "createdAt", l.action, l.user_id as "userId", l.key_id as "keyId"
       from order_activities o join audit_log l on l.activity_id = o.activity_id
       where o.order_id = $1 order by l.activity_id desc limit 200) newest
     order by "createdAt"`,
    values: [orderId],
  });

/** The log of a store, newest first; `before`: only entries older than this one. */
export const activityList = (
  db: Queryable,
  storeId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ActivityRow[]> =>
  queryRows(db, {
    text: `select activity_id as "activityId", created_at as "createdAt", action, user_id as "userId", key_id as "keyId", subject_id as "subjectId", detail
     from audit_log where store_id = $1 and ($2::uuid is null or activity_id < $2)
     order by activity_id desc limit $3`,
    values: [storeId, before ?? null, limit],
  });

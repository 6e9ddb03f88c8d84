import type { Queryable } from '../../pool.ts';
import { execute, queryOneValue, queryRows } from '../../query.ts';

/** Records one action at a store. */
export const activityInsert = (
  db: Queryable,
  entry: {
    activityId: string;
    storeId: string;
    userId: string | null;
    action: string;
    subjectId: string | null;
    detail: string | null;
    createdAt: number;
  },
): Promise<void> =>
  execute(db, {
    text: `insert into audit_log (activity_id, store_id, user_id, action, subject_id, detail, created_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0))`,
    values: [
      entry.activityId,
      entry.storeId,
      entry.userId,
      entry.action,
      entry.subjectId,
      entry.detail,
      entry.createdAt,
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

/** One entry of the log, with the e-mails of users instead of their ids. */
export type ActivityEntry = {
  readonly activityId: string;
  readonly createdAt: Date;
  readonly action: string;
  /** Null: the command line. */
  readonly by: string | null;
  readonly about: string | null;
  readonly detail: string | null;
};

/** The log of a store, newest first; `before`: only entries older than this one. */
export const activityList = (
  db: Queryable,
  storeId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ActivityEntry[]> =>
  queryRows(db, {
    text: `select a.activity_id as "activityId", a.created_at as "createdAt", a.action, u.email as by, s.email as about, a.detail
     from audit_log a left join users u on u.user_id = a.user_id left join users s on s.user_id = a.subject_id
     where a.store_id = $1 and ($2::uuid is null or a.activity_id < $2)
     order by a.activity_id desc limit $3`,
    values: [storeId, before ?? null, limit],
  });

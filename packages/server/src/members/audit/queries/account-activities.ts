import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRows } from '../../../base/postgres/query.ts';

/** What a user did on their own account, on its way to the audit log of a store. `userId` null: the command line did it. */
export type AccountActivity = {
  readonly activityId: string;
  readonly storeId: string;
  readonly accountId: string;
  readonly userId: string | null;
  readonly action: string;
  readonly detail: string | null;
  /** Milliseconds. */
  readonly createdAt: number;
};

/** Queues one activity for the audit logs of several stores, due at once. */
export const accountActivityInsertMany = (
  db: Queryable,
  targets: readonly { activityId: string; storeId: string }[],
  activity: Omit<AccountActivity, 'activityId' | 'storeId'>,
): Promise<void> =>
  execute(db, {
    text: `insert into account_activities
       (activity_id, store_id, account_id, user_id, action, detail, created_at, next_attempt_at)
     select t.activity_id, t.store_id, $3, $4, $5, $6, to_timestamp($7 / 1000.0), to_timestamp($7 / 1000.0)
     from unnest($1::uuid[], $2::uuid[]) as t (activity_id, store_id)`,
    values: [
      targets.map(({ activityId }) => activityId),
      targets.map(({ storeId }) => storeId),
      activity.accountId,
      activity.userId,
      activity.action,
      activity.detail,
      activity.createdAt,
    ],
  });

/** Claims up to `limit` activities that are due at `now`. No other worker claims them before the lease ends. Milliseconds. */
export const accountActivityClaim = (
  db: Queryable,
  { now, leaseMs, limit }: { now: number; leaseMs: number; limit: number },
): Promise<AccountActivity[]> =>
  queryRows(db, {
    text: `update account_activities set next_attempt_at = to_timestamp(($1::float8 + $2::float8) / 1000.0)
     where activity_id in (select activity_id from account_activities where next_attempt_at <= to_timestamp($1::float8 / 1000.0)
                           order by next_attempt_at limit $3 for update skip locked)
     returning activity_id as "activityId", store_id as "storeId", account_id as "accountId", user_id as "userId", action, detail,
       (extract(epoch from created_at) * 1000)::float8 as "createdAt"`,
    values: [now, leaseMs, limit],
  });

/** Deletes an activity that is in the audit log. */
export const accountActivityDelete = (db: Queryable, activityId: string): Promise<void> =>
  execute(db, { text: 'delete from account_activities where activity_id = $1', values: [activityId] });

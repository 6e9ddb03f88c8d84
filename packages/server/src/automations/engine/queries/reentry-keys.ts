import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRows } from '../../../base/postgres/query.ts';

/** RUN18: a key that an automation admits once: the hash of an order or a person. */
export type ReentryKey = { automationId: string; key: Buffer };

/** A key with the time of its last admission, in milliseconds. */
export type ReentryRecord = ReentryKey & { admittedAt: number };

/**
 * Reads the last admissions. Locks the keys until the transaction ends, in one order for all callers, also keys that were never admitted:
 * of two simultaneous events only one can be the first.
 */
export async function reentryKeyLockMany(db: Queryable, keys: readonly ReentryKey[]): Promise<ReentryRecord[]> {
  if (keys.length === 0) return [];
  const values = [keys.map(({ automationId }) => automationId), keys.map(({ key }) => key)];
  await execute(db, {
    text: `select pg_advisory_xact_lock(key) from (
             select distinct hashtextextended(automation_id::text || encode(key, 'hex'), 0) as key
             from unnest($1::uuid[], $2::bytea[]) as k (automation_id, key) order by key) keys`,
    values,
  });
  return queryRows(db, {
    text: `
      select a.automation_id as "automationId", a.key, ${milliseconds('a.admitted_at')} as "admittedAt"
      from unnest($1::uuid[], $2::bytea[]) as k (automation_id, key)
      join reentry_keys a on a.automation_id = k.automation_id and a.key = k.key`,
    values,
  });
}

/** Records admissions. */
export async function reentryKeySetMany(
  db: Queryable,
  records: readonly (ReentryRecord & { runId: string })[],
): Promise<void> {
  if (records.length === 0) return;
  await execute(db, {
    text: `insert into reentry_keys (automation_id, key, run_id, admitted_at)
     select distinct on (automation_id, key) automation_id, key, run_id, to_timestamp(admitted_at / 1000.0)
     from unnest($1::uuid[], $2::bytea[], $3::uuid[], $4::bigint[]) as n (automation_id, key, run_id, admitted_at)
     order by automation_id, key, admitted_at desc
     on conflict (automation_id, key) do update set run_id = excluded.run_id, admitted_at = excluded.admitted_at`,
    values: [
      records.map(({ automationId }) => automationId),
      records.map(({ key }) => key),
      records.map(({ runId }) => runId),
      records.map(({ admittedAt }) => admittedAt),
    ],
  });
}

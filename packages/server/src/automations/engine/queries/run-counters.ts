import type { Database, Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, execute, queryOneValue, queryRows } from '../../../base/postgres/query.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';

/**
 * Merges up to `limit` rows of counters that have more than one row: one row per automation, outcome and reason remains. Each row is merged
 * by one worker only, and rows that are inserted meanwhile wait for the next call, so no sum changes. Returns the number of removed rows.
 */
export const runCounterCompact = (db: Queryable, limit: number): Promise<number> =>
  queryOneValue(db, {
    name: 'run-counter-compact',
    text: `
      with crowded as (
        select automation_id, outcome, reason from run_counters
        group by automation_id, outcome, reason having count(*) > 1),
      taken as (
        delete from run_counters where ctid = any(array(
          select t.ctid from run_counters t join crowded c on c.automation_id = t.automation_id and c.outcome = t.outcome
            and c.reason is not distinct from t.reason
          limit $1 for update of t skip locked))
        returning automation_id, store_id, outcome, reason, count),
      summed as (
        insert into run_counters (automation_id, store_id, outcome, reason, count)
        select automation_id, store_id, outcome, reason, sum(count) from taken
        group by automation_id, store_id, outcome, reason having sum(count) <> 0
        returning 1)
      select (select count(*) from taken) - (select count(*) from summed) as folded`,
    values: [limit],
  });

/** A wrong sum: `count` must be added to it. */
export type CounterCorrection = {
  automationId: string;
  storeId: string;
  outcome: string;
  reason: string | null;
  count: number;
};

/**
 * The corrections that make the sums agree with the runs of one snapshot. Concurrent changes affect both sides, so the difference stays
 * valid.
 */
const corrections = `
  with counted as (
    select automation_id, store_id, outcome, reason, sum(count) as count from run_counters
    where $1::uuid is null or store_id = $1 group by automation_id, store_id, outcome, reason),
  actual as (
    select automation_id, store_id, case when finished_at is null then 'live' else status end as outcome,
      case when finished_at is null then null else reason end as reason, count(*) as count
    from runs where $1::uuid is null or store_id = $1 group by 1, 2, 3, 4),
  -- Old runs are deleted and sums are not, so the sums of ended runs may be larger.
  over as (
    select actual.automation_id, actual.store_id, actual.outcome, actual.reason,
      actual.count - coalesce(counted.count, 0) as count
    from actual left join counted on counted.automation_id = actual.automation_id and counted.outcome = actual.outcome
      and counted.reason is not distinct from actual.reason
    where actual.outcome <> 'live' and actual.count > coalesce(counted.count, 0)),
  balance as (
    select automation_id, store_id, sum(count) as count from (
      select automation_id, store_id, case when outcome = 'entered' then -count else count end as count from counted
      union all select automation_id, store_id, count from actual where outcome = 'live'
      union all select automation_id, store_id, count from over) sides
    group by automation_id, store_id having sum(count) <> 0)
  select automation_id, store_id, outcome, reason, count from over
  union all select automation_id, store_id, 'entered', null, count from balance`;

/** The corrections of the sums of a store, or of all stores. Reads every run, so it is for the doctor only. */
export const runCounterListWrong = (db: Queryable, storeId: string | null): Promise<CounterCorrection[]> =>
  queryRows(db, {
    text: `select automation_id as "automationId", store_id as "storeId", outcome, reason, count::int as count
     from (${corrections}) corrections`,
    values: [storeId],
  });

/** Adds the corrections; returns how many there were. A lock serialises concurrent calls, which would add them twice. */
export async function runCounterCorrect(db: Database, storeId: string | null): Promise<number> {
  return inTransaction(db, async (client) => {
    await execute(client, { text: "select pg_advisory_xact_lock(hashtext('retoma tally'))" });
    return affectedRows(client, {
      text: `insert into run_counters (automation_id, store_id, outcome, reason, count) ${corrections}`,
      values: [storeId],
    });
  });
}

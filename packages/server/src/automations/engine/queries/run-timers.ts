import { float8Array, uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, execute, queryRows, queryValue } from '../../../base/postgres/query.ts';
import { runColumns, type RunRow } from './runs.ts';

// A transaction that sets or removes a timer holds the lock of the timer's run. Several transactions may remove runs from the same row at
// once: they update it one after the other, in place. A claim locks the row first and then waits for no run (skip locked), so no deadlock
// is possible.

// Joins the timers `t` with the rows of their runs, and locks these; skips runs that another transaction has locked.
const lockedRuns = `
  cross join lateral unnest(t.run_ids) as due (run_id)
  cross join lateral (
    select * from runs where run_id = due.run_id and not held and finished_at is null for update skip locked) r`;

/** A run with the ctid of its timer's row, which is locked. */
type Claimed = RunRow & { place: string };

/**
 * Removes the timers of claimed runs. A separate statement: if another claim changed a row just before the lock, the snapshot of the
 * locking statement does not contain the row's new version.
 */
async function deleteClaimed(db: Queryable, claimed: readonly Claimed[]): Promise<RunRow[]> {
  if (claimed.length === 0) return [];
  const values = [claimed.map(({ place }) => place), claimed.map(({ runId }) => runId)];
  const claim = `(select place, array_agg(run_id) as run_ids from unnest($1::tid[], $2::uuid[]) as given (place, run_id) group by place) c`;
  const deleted = await affectedRows(db, {
    name: 'run-timer-delete-claimed',
    text: `
      delete from run_timers t using ${claim}
      where t.ctid = c.place and cardinality(t.run_ids) = cardinality(c.run_ids)`,
    values,
  });
  if (deleted !== new Set(values[0]).size) {
    await execute(db, {
      name: 'run-timer-shorten-claimed',
      text: `
        update run_timers t set run_ids = array(select id from unnest(t.run_ids) as id where id <> all(c.run_ids))
        from ${claim} where t.ctid = c.place`,
      values,
    });
  }
  return [...claimed];
}

/**
 * Locks due runs, the longest due first (RUN17), skips locked ones, and deletes their timers. PostgreSQL walks the lateral joins row by row
 * along the index of timers, whatever the planner estimates. So the limit counts only locked runs, and no timer after the last of them is
 * locked.
 */
export async function runClaimDue(db: Queryable, now: number, limit: number): Promise<RunRow[]> {
  const rows = await queryRows<Claimed>(db, {
    name: 'run-claim-due',
    text: `
      select t.place, ${runColumns}
      from (select ctid as place, run_ids from run_timers where due_at <= to_timestamp($1 / 1000.0)
            order by due_at for update skip locked) t
      ${lockedRuns}
      limit $2`,
    values: [now, limit],
  });
  return deleteClaimed(db, rows);
}

/**
 * The same with a share for each store, for when more runs are due than one claim takes: a store with millions of runs must not delay
 * another store with one. Visits up to 200 stores that have timers, from the first one after `after`; returns the last visited store, or
 * null when the round is complete.
 */
export async function runClaimDueFairly(
  db: Queryable,
  now: number,
  limit: number,
  after: string,
): Promise<{ runs: RunRow[]; reached: string | null }> {
  const rows = await queryRows<Claimed & { reached: string | null }>(db, {
    name: 'run-claim-due-fairly',
    text: `
      with recursive visited as (
        (select store_id, 1 as place from run_timers where store_id > $3 order by store_id limit 1)
        union all
        select (select n.store_id from run_timers n where n.store_id > v.store_id order by n.store_id limit 1), place + 1
        from visited v where v.store_id is not null and place <= 200
      ),
      stores as materialized (
        select v.store_id from visited v where exists (
          select from run_timers t where t.store_id = v.store_id and t.due_at <= to_timestamp($1 / 1000.0))
      ),
      share as (select greatest(1, $2 / greatest(1, count(*))) as size from stores),
      last as (select case when count(*) filter (where store_id is null) > 0 then null
        else (array_agg(store_id order by place desc))[1] end as reached from visited),
      claimed as materialized (
        select of_store.* from stores cross join lateral (
          select t.place, ${runColumns}
          from (select ctid as place, run_ids from run_timers
                where store_id = stores.store_id and due_at <= to_timestamp($1 / 1000.0)
                order by due_at for update skip locked) t
          ${lockedRuns}
          limit (select size from share)) of_store)
      select claimed.*, last.reached from last left join claimed on true`,
    values: [now, limit, after],
  });
  const runs = await deleteClaimed(
    db,
    rows.filter(({ runId }) => runId !== null),
  );
  return { runs, reached: rows[0]?.reached ?? null };
}

/** When the next timer is due, in milliseconds; null if there is none. */
export const runTimerNext = async (db: Queryable): Promise<number | null> =>
  (await queryValue(db, {
    name: 'run-timer-next',
    text: `select ceil(extract(epoch from min(due_at)) * 1000)::float8 as at from run_timers where due_at < 'infinity'`,
  })) ?? null;

/** The timer of a run, in milliseconds; Infinity: the run is held. */
export type RunTimer = { runId: string; storeId: string; dueAt: number };

const byStoreAndInstant = (one: RunTimer, other: RunTimer): number =>
  one.storeId < other.storeId ? -1 : one.storeId > other.storeId ? 1 : one.dueAt - other.dueAt;

/** The columns of timers, grouped by store and instant, and sorted in one order for all statements that change several rows. */
function gather(timers: readonly RunTimer[]): { storeIds: string[]; dueAts: number[]; runIds: string[] } {
  const rows = Map.groupBy(timers, ({ storeId, dueAt }) => `${storeId} ${dueAt}`);
  const all = [...rows.values()]
    .map((those) => ({ ...those[0]!, runIds: those.map(({ runId }) => runId) }))
    .sort(byStoreAndInstant);
  return {
    storeIds: all.map(({ storeId }) => storeId),
    dueAts: all.map(({ dueAt }) => dueAt),
    runIds: all.map(({ runIds }) => `{${runIds.join(',')}}`),
  };
}

/** Sets timers of runs without one. The runs are new, or the caller holds their locks. */
export async function runTimerSetMany(db: Queryable, timers: readonly RunTimer[]): Promise<void> {
  if (timers.length === 0) return;
  const { storeIds, dueAts, runIds } = gather(timers);
  await execute(db, {
    name: 'run-timer-set-many',
    text: `
      insert into run_timers (store_id, due_at, run_ids)
      select store_id, to_timestamp(due_at / 1000), run_ids::uuid[]
      from (select unnest($1::uuid[]) as store_id, unnest($2::float8[]) as due_at, unnest($3::text[]) as run_ids) n`,
    values: [uuidArray(storeIds), float8Array(dueAts), runIds],
  });
}

/** Deletes timers. The caller holds the locks of their runs. */
export async function runTimerDeleteMany(db: Queryable, timers: readonly RunTimer[]): Promise<void> {
  if (timers.length === 0) return;
  const sorted = timers.toSorted(byStoreAndInstant);
  const values = [
    uuidArray(sorted.map(({ storeId }) => storeId)),
    float8Array(sorted.map(({ dueAt }) => dueAt)),
    uuidArray(sorted.map(({ runId }) => runId)),
  ];
  // Grouped here: a cast from text to an array is not immutable, so Citus refuses it.
  const otherRows = `
    select store_id, to_timestamp(due_at / 1000) as due_at, array_agg(run_id) as run_ids
    from (select unnest($1::uuid[]) as store_id, unnest($2::float8[]) as due_at, unnest($3::uuid[]) as run_id) given
    group by store_id, due_at order by store_id, due_at`;
  await execute(db, {
    name: 'run-timer-delete-whole',
    text: `
      delete from run_timers t using (${otherRows}) n
      where t.store_id = n.store_id and t.due_at = n.due_at and t.run_ids <@ n.run_ids`,
    values,
  });
  const shortened = await affectedRows(db, {
    name: 'run-timer-shorten',
    text: `
      update run_timers t set run_ids = array(select id from unnest(t.run_ids) as id where id <> all(n.run_ids))
      from (${otherRows}) n
      where t.store_id = n.store_id and t.due_at = n.due_at and t.run_ids && n.run_ids`,
    values,
  });
  // Another worker may have claimed the remaining runs of the row while this statement waited, so the row may be empty.
  if (shortened === 0) return;
  await execute(db, {
    name: 'run-timer-delete-empty',
    text: `
      delete from run_timers t using (${otherRows}) n
      where t.store_id = n.store_id and t.due_at = n.due_at and t.run_ids = '{}'`,
    values,
  });
}

/** Deletes all timers of runs; reads the whole table. The caller holds the locks of the runs. */
export async function runTimerForget(db: Queryable, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await execute(db, {
    text: `update run_timers set run_ids = array(select id from unnest(run_ids) as id where id <> all($1::uuid[]))
     where run_ids && $1::uuid[]`,
    values: [runIds],
  });
  await execute(db, { text: `delete from run_timers where run_ids = '{}'` });
}

import { float8Array, int4Array, jsonArray, textArray, uuidArray } from '../binary-array.ts';
import type { RunOutcome } from '@retoma/flow';
import type { Queryable } from '../pool.ts';

/** A run as it is taken to be moved. Its row is locked until the transaction ends. */
export type RunRow = {
  runId: string;
  storeId: string;
  automationId: string;
  version: number;
  eventId: string;
  status: RunOutcome | 'waiting' | 'running';
  /** The interpreter's state as text; null: not begun. */
  state: string | null;
  /** Why it is over, where a reason was given, and since when, in milliseconds. */
  reason: string | null;
  finishedAt: number | null;
  held: boolean;
  /** Grows with every change of the row. */
  revision: number;
  /** Bytes of the timeline on the row. */
  timelineBytes: number;
};

const columns = `r.run_id as "runId", r.store_id as "storeId", r.automation_id as "automationId", r.version,
  r.event_id as "eventId", r.status, r.state::text as state, r.reason,
  floor(extract(epoch from r.finished_at) * 1000)::float8 as "finishedAt", r.held, r.revision,
  octet_length(r.timeline) as "timelineBytes"`;

/** Locks runs by id, waiting for whoever has them; always in order of id, so that two who do this never wait for each other. */
export async function runLockMany(db: Queryable, runIds: readonly string[]): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>({
    name: 'run-lock-many',
    text: `select ${columns} from runs r where r.run_id = any($1::uuid[]) order by r.run_id for update`,
    values: [uuidArray(runIds)],
  });
  return rows;
}

/** Reads runs without a lock: what is written of them counts only if their revision is the same still (`runUpdateMany`). */
export async function runReadMany(db: Queryable, runIds: readonly string[]): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>({
    name: 'run-read-many',
    text: `select ${columns} from runs r where r.run_id = any($1::uuid[])`,
    values: [uuidArray(runIds)],
  });
  return rows;
}

/** The same for whichever of them nobody else has. */
export async function runLockFree(db: Queryable, runIds: readonly string[]): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>({
    name: 'run-lock-free',
    text: `select ${columns} from runs r where r.run_id = any($1::uuid[]) order by r.run_id for update skip locked`,
    values: [uuidArray(runIds)],
  });
  return rows;
}

/** As many workers look for due runs side by side without meeting; further ones pass over the rows of the others. */
const claimPlaces = 8;

/**
 * Takes the first free place among the workers that claim due runs, until the transaction ends. Each begins a batch behind the one
 * before: to try the rows that another worker has costs as much as to lock them.
 */
export async function runClaimPlace(db: Queryable): Promise<number> {
  for (let place = 0; place < claimPlaces; place++) {
    const { rows } = await db.query<{ taken: boolean }>({
      name: 'run-claim-place',
      text: `select pg_try_advisory_xact_lock(hashtext('retoma due runs'), $1) as taken`,
      values: [place],
    });
    if (rows[0]!.taken) return place;
  }
  return 0;
}

/**
 * Locks runs that are due, the longest due first (C17), passing over those that somebody else has. The lateral join is
 * walked row by row along the index of timers, so that the limit counts locked rows only, whatever the planner believes.
 */
export async function runClaimDue(db: Queryable, now: number, limit: number, offset: number): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>({
    name: 'run-claim-due',
    text: `
      select ${columns}
      from (select run_id from run_timers where due_at <= to_timestamp($1 / 1000.0) order by due_at offset $3) t
      cross join lateral (
        select * from runs where run_id = t.run_id and not held and finished_at is null for update skip locked) r
      limit $2`,
    values: [now, limit, offset],
  });
  return rows;
}

/**
 * The same with a share for each store, for when more is due than one claim takes: one store's millions must not delay
 * another's one. Visits up to 200 stores that have timers, from the one after `after` on; answers the last one visited, null
 * when the round is complete.
 */
export async function runClaimDueFairly(
  db: Queryable,
  now: number,
  limit: number,
  after: string,
): Promise<{ runs: RunRow[]; reached: string | null }> {
  const { rows } = await db.query<RunRow & { reached: string | null }>({
    name: 'run-claim-due-fairly',
    text: `
      with recursive visited as (
        (select store_id, 1 as place from run_timers where store_id > $3 order by store_id limit 1)
        union all
        select (select n.store_id from run_timers n where n.store_id > v.store_id order by n.store_id limit 1), place + 1
        from visited v where v.store_id is not null and place <= 200
      ),
      due as materialized (
        select v.store_id from visited v where exists (
          select from run_timers t where t.store_id = v.store_id and t.due_at <= to_timestamp($1 / 1000.0))
      ),
      share as (select greatest(1, $2 / greatest(1, count(*))) as size from due),
      last as (select case when count(*) filter (where store_id is null) > 0 then null
        else (array_agg(store_id order by place desc))[1] end as reached from visited)
      select ${columns}, last.reached
      from last left join lateral (
        select claimed.* from due cross join lateral (
          select locked.* from (
            select run_id from run_timers
            where store_id = due.store_id and due_at <= to_timestamp($1 / 1000.0) order by due_at) t
          cross join lateral (
            select * from runs where run_id = t.run_id and not held and finished_at is null for update skip locked) locked
          limit (select size from share)) claimed
      ) r on true`,
    values: [now, limit, after],
  });
  return { runs: rows.filter(({ runId }) => runId !== null), reached: rows[0]?.reached ?? null };
}

/** When the next timer is due, in milliseconds; null where there is none. */
export async function runTimerNext(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>({
    name: 'run-timer-next',
    text: `select ceil(extract(epoch from min(due_at)) * 1000)::float8 as at from run_timers where due_at < 'infinity'`,
  });
  return rows[0]?.at ?? null;
}

/** A run to be stored for the first time. Instants in milliseconds. */
export type NewRun = {
  runId: string;
  storeId: string;
  automationId: string;
  version: number;
  eventId: string;
  status: RunRow['status'];
  reason: string | null;
  /** null: it could not begin. */
  state: string | null;
  wakeAt: number | null;
  timeline: string;
  startedAt: number;
  finishedAt: number | null;
};

/** Stores runs that begin; answers the ids of those stored. C13: one whose event started this automation before is left out. */
export async function runInsertMany(db: Queryable, runs: readonly NewRun[]): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const { rowCount } = await db.query({
    name: 'run-insert-many',
    text: `
      insert into runs (run_id, store_id, automation_id, version, event_id, status, reason, state, wake_at, timeline,
        started_at, finished_at)
      select run_id, store_id, automation_id, version, event_id, status, reason, state, to_timestamp(wake_at / 1000),
        timeline, to_timestamp(started_at / 1000), to_timestamp(finished_at / 1000)
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::uuid[], $6::text[], $7::text[], $8::json[],
        $9::float8[], $10::text[], $11::float8[], $12::float8[])
        as n (run_id, store_id, automation_id, version, event_id, status, reason, state, wake_at, timeline, started_at,
          finished_at)
      on conflict (event_id, automation_id) do nothing`,
    values: [
      uuidArray(runs.map((run) => run.runId)),
      uuidArray(runs.map((run) => run.storeId)),
      uuidArray(runs.map((run) => run.automationId)),
      int4Array(runs.map((run) => run.version)),
      uuidArray(runs.map((run) => run.eventId)),
      textArray(runs.map((run) => run.status)),
      textArray(runs.map((run) => run.reason)),
      jsonArray(runs.map((run) => run.state)),
      float8Array(runs.map((run) => run.wakeAt)),
      textArray(runs.map((run) => run.timeline)),
      float8Array(runs.map((run) => run.startedAt)),
      float8Array(runs.map((run) => run.finishedAt)),
    ],
  });
  const runIds = runs.map(({ runId }) => runId);
  if (rowCount === runs.length) return new Set(runIds);
  const { rows } = await db.query<{ runId: string }>(
    'select run_id as "runId" from runs where run_id = any($1::uuid[])',
    [runIds],
  );
  return new Set(rows.map(({ runId }) => runId));
}

/** Where a run is after a move. `entries` are added to its timeline. Instants in milliseconds. */
export type RunMove = Pick<NewRun, 'runId' | 'status' | 'reason' | 'state' | 'wakeAt' | 'finishedAt'> & {
  /** Of the row that was read. */
  revision: number;
  entries: string;
};

/** Stores where runs are now; answers how many of them were still as they were read. */
export async function runUpdateMany(db: Queryable, moves: readonly RunMove[]): Promise<number> {
  if (moves.length === 0) return 0;
  const { rowCount } = await db.query({
    name: 'run-update-many',
    text: `
      update runs r set status = n.status, reason = n.reason, state = n.state, held = false, revision = r.revision + 1,
        wake_at = to_timestamp(n.wake_at / 1000), timeline = r.timeline || n.entries,
        finished_at = to_timestamp(n.finished_at / 1000)
      from unnest($1::uuid[], $2::text[], $3::text[], $4::json[], $5::float8[], $6::text[], $7::float8[], $8::int[])
        as n (run_id, status, reason, state, wake_at, entries, finished_at, revision)
      where r.run_id = n.run_id and r.revision = n.revision`,
    values: [
      uuidArray(moves.map((move) => move.runId)),
      textArray(moves.map((move) => move.status)),
      textArray(moves.map((move) => move.reason)),
      jsonArray(moves.map((move) => move.state)),
      float8Array(moves.map((move) => move.wakeAt)),
      textArray(moves.map((move) => move.entries)),
      float8Array(moves.map((move) => move.finishedAt)),
      int4Array(moves.map((move) => move.revision)),
    ],
  });
  return rowCount ?? 0;
}

/** C15: moves long timelines off their rows, so that a run that sends a thousand messages does not rewrite them all each time. */
export async function runTimelineSpill(db: Queryable, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await db.query(
    `with chapters as (
       insert into run_chapters (run_id, chapter, entries)
       select r.run_id, coalesce((select max(c.chapter) from run_chapters c where c.run_id = r.run_id), 0) + 1, r.timeline
       from runs r where r.run_id = any($1::uuid[]))
     update runs set timeline = '' where run_id = any($1::uuid[])`,
    [runIds],
  );
}

/** When a run must be looked at, in milliseconds. */
export type RunTimer = { runId: string; storeId: string; dueAt: number };

/** Sets timers. Their runs are new or locked by the caller. */
export async function runTimerSetMany(db: Queryable, timers: readonly RunTimer[]): Promise<void> {
  if (timers.length === 0) return;
  await db.query({
    name: 'run-timer-set-many',
    text: `
      insert into run_timers (run_id, store_id, due_at)
      select run_id, store_id, to_timestamp(due_at / 1000)
      from unnest($1::uuid[], $2::uuid[], $3::float8[]) as n (run_id, store_id, due_at)
      on conflict (run_id) do update set due_at = excluded.due_at where run_timers.due_at <> excluded.due_at`,
    values: [
      uuidArray(timers.map(({ runId }) => runId)),
      uuidArray(timers.map(({ storeId }) => storeId)),
      float8Array(timers.map(({ dueAt }) => dueAt)),
    ],
  });
}

/** Removes the timers of runs that are locked by the caller. */
export async function runTimerDeleteMany(db: Queryable, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await db.query({
    name: 'run-timer-delete-many',
    text: 'delete from run_timers where run_id = any($1::uuid[])',
    values: [uuidArray(runIds)],
  });
}

/** C16: holds runs whose automation is paused, until somebody releases them. Their rows are locked by the caller. */
export async function runHoldMany(db: Queryable, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await db.query(
    `with held as (update runs set held = true, revision = revision + 1 where run_id = any($1::uuid[]))
     update run_timers set due_at = 'infinity' where run_id = any($1::uuid[])`,
    [runIds],
  );
}

/** C16: ends the holding of runs; their timers are set by their next move. Their rows are locked by the caller. */
export async function runReleaseMany(db: Queryable, runIds: readonly string[]): Promise<void> {
  await db.query({
    name: 'run-release-many',
    text: 'update runs set held = false where run_id = any($1::uuid[]) and held',
    values: [runIds],
  });
}

/** Runs that began or were over in one transaction, by automation, outcome and reason. */
export type RunTally = {
  automationId: string;
  storeId: string;
  outcome: RunOutcome | 'entered';
  reason: string | null;
  count: number;
};

/** Adds to the sums; rows are only ever added, so that no two workers wait for each other. `runTallyFold` adds them up. */
export async function runTallyInsertMany(db: Queryable, tallies: readonly RunTally[]): Promise<void> {
  if (tallies.length === 0) return;
  await db.query({
    name: 'run-tally-insert-many',
    text: `insert into run_tallies (automation_id, store_id, outcome, reason, count)
           select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[])`,
    values: [
      uuidArray(tallies.map(({ automationId }) => automationId)),
      uuidArray(tallies.map(({ storeId }) => storeId)),
      textArray(tallies.map(({ outcome }) => outcome)),
      textArray(tallies.map(({ reason }) => reason)),
      int4Array(tallies.map(({ count }) => count)),
    ],
  });
}

import { uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import { columns, float8s, int4s, texts, uuids } from '../../../base/postgres/driver/columns.ts';
import type { RunOutcome } from '@retoma/flow';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, execute, queryColumn, queryRows } from '../../../base/postgres/query.ts';

/** A run's row, locked until the transaction ends. */
export type RunRow = {
  runId: string;
  storeId: string;
  automationId: string;
  version: number;
  eventId: string;
  status: RunOutcome | 'waiting' | 'running';
  /** The interpreter's state as text; null: the run has not begun. */
  state: string | null;
  /** The reason of its end, if there is one, and when it ended, in milliseconds. */
  reason: string | null;
  finishedAt: number | null;
  held: boolean;
  /** When it is to be woken, in milliseconds: the instant of its timer. The timer of a held run is at infinity. */
  wakeAt: number | null;
  /** Grows with every change of the row. */
  revision: number;
  /** Bytes of the timeline on the row. */
  timelineBytes: number;
};

/** The members of a `RunRow` as columns of `r`. */
export const runColumns = `r.run_id as "runId", r.store_id as "storeId", r.automation_id as "automationId", r.version,
  r.event_id as "eventId", r.status, r.state, r.reason,
  ${milliseconds('r.finished_at')} as "finishedAt", r.held,
  ${milliseconds('r.wake_at')} as "wakeAt", r.revision,
  octet_length(r.timeline) as "timelineBytes"`;

/** Locks runs by id, and waits for other holders. Always in the order of the ids, so that two callers cannot deadlock. */
export const runLockMany = (db: Queryable, runIds: readonly string[]): Promise<RunRow[]> =>
  queryRows(db, {
    name: 'run-lock-many',
    text: `select ${runColumns} from runs r where r.run_id = any($1::uuid[]) order by r.run_id for update`,
    values: [uuidArray(runIds)],
  });

/** The same, but skips runs that are locked already. */
export const runLockFree = (db: Queryable, runIds: readonly string[]): Promise<RunRow[]> =>
  queryRows(db, {
    name: 'run-lock-free',
    text: `select ${runColumns} from runs r where r.run_id = any($1::uuid[]) order by r.run_id for update skip locked`,
    values: [uuidArray(runIds)],
  });

/** A new run. Instants in milliseconds. */
export type NewRun = { row: RunRow; timeline: string; startedAt: number };

const newRunColumns = columns<NewRun>(
  uuids(({ row }) => row.runId),
  uuids(({ row }) => row.storeId),
  uuids(({ row }) => row.automationId),
  int4s(({ row }) => row.version),
  uuids(({ row }) => row.eventId),
  texts(({ row }) => row.status),
  texts(({ row }) => row.reason),
  texts(({ row }) => row.state),
  float8s(({ row }) => row.wakeAt),
  texts(({ timeline }) => timeline),
  float8s(({ startedAt }) => startedAt),
  float8s(({ row }) => row.finishedAt),
);

const none: ReadonlySet<string> = new Set();

/** The ids that are not among `others`. */
function without(runIds: readonly string[], others: readonly string[]): ReadonlySet<string> {
  const known = new Set(others);
  return new Set(runIds.filter((runId) => !known.has(runId)));
}

/**
 * Stores new runs; returns the ids of those that were not stored. RUN13: with `mayBeThere`, runs whose event has started the automation
 * before are skipped; otherwise the insert fails as a whole (23505).
 */
export async function runInsertMany(
  db: Queryable,
  runs: readonly NewRun[],
  mayBeThere: boolean,
): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return none;
  const stored = await affectedRows(db, {
    name: mayBeThere ? 'run-insert-missing' : 'run-insert-many',
    text: `
      insert into runs (run_id, store_id, automation_id, version, event_id, status, reason, state, wake_at, timeline,
        started_at, finished_at)
      select run_id, store_id, automation_id, version, event_id, status, reason, state, to_timestamp(wake_at / 1000),
        timeline, to_timestamp(started_at / 1000), to_timestamp(finished_at / 1000)
      from (select unnest($1::uuid[]) as run_id, unnest($2::uuid[]) as store_id, unnest($3::uuid[]) as automation_id,
        unnest($4::int[]) as version, unnest($5::uuid[]) as event_id, unnest($6::text[]) as status,
        unnest($7::text[]) as reason, unnest($8::text[]) as state, unnest($9::float8[]) as wake_at,
        unnest($10::text[]) as timeline, unnest($11::float8[]) as started_at, unnest($12::float8[]) as finished_at) n
      ${mayBeThere ? 'on conflict (event_id, automation_id) do nothing' : ''}`,
    values: newRunColumns(runs),
  });
  if (stored === runs.length) return none;
  const runIds = runs.map(({ row }) => row.runId);
  return without(
    runIds,
    await queryColumn(db, { text: 'select run_id from runs where run_id = any($1::uuid[])', values: [runIds] }),
  );
}

/** An update of a run: the row after the step, and `entries` to append to its timeline. Instants in milliseconds. */
export type RunUpdate = {
  row: RunRow;
  /** The revision of the row that was read. */
  revision: number;
  entries: string;
};

const runMoveColumns = columns<RunUpdate>(
  uuids(({ row }) => row.runId),
  texts(({ row }) => row.status),
  texts(({ row }) => row.reason),
  texts(({ row }) => row.state),
  float8s(({ row }) => row.wakeAt),
  texts(({ entries }) => entries),
  float8s(({ row }) => row.finishedAt),
  int4s(({ revision }) => revision),
);

/** Writes updates of runs; returns the ids of runs that have changed since they were read. */
export async function runUpdateMany(db: Queryable, moves: readonly RunUpdate[]): Promise<ReadonlySet<string>> {
  if (moves.length === 0) return none;
  const written = await affectedRows(db, {
    name: 'run-update-many',
    text: `
      update runs r set status = n.status, reason = n.reason, state = n.state, held = false, revision = r.revision + 1,
        wake_at = to_timestamp(n.wake_at / 1000), timeline = r.timeline || n.entries,
        finished_at = to_timestamp(n.finished_at / 1000)
      from (select unnest($1::uuid[]) as run_id, unnest($2::text[]) as status, unnest($3::text[]) as reason,
        unnest($4::text[]) as state, unnest($5::float8[]) as wake_at, unnest($6::text[]) as entries,
        unnest($7::float8[]) as finished_at, unnest($8::int[]) as revision) n
      where r.run_id = n.run_id and r.revision = n.revision`,
    values: runMoveColumns(moves),
  });
  if (written === moves.length) return none;
  const runIds = moves.map(({ row }) => row.runId);
  if (written === 0) return new Set(runIds);
  // Selects the rows that this transaction wrote. Inside a savepoint rows have another transaction id; there, runs are written one by one.
  const text = 'select run_id from runs where run_id = any($1::uuid[]) and xmin = pg_current_xact_id()::xid';
  return without(runIds, await queryColumn(db, { text, values: [runIds] }));
}

/**
 * RUN15: moves long timelines from the rows into segments, so that a run with a thousand messages does not rewrite all entries each time.
 */
export async function runTimelineSpill(db: Queryable, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await execute(db, {
    text: `with segments as (
       insert into run_timeline_segments (run_id, segment, entries)
       select r.run_id, coalesce((select max(c.segment) from run_timeline_segments c where c.run_id = r.run_id), 0) + 1, r.timeline
       from runs r where r.run_id = any($1::uuid[]))
     update runs set timeline = '' where run_id = any($1::uuid[])`,
    values: [runIds],
  });
}

/** RUN16: holds runs whose automation is paused, until they are released. The caller holds the locks of their rows. */
export async function runHoldMany(db: Queryable, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  await execute(db, {
    text: 'update runs set held = true, revision = revision + 1 where run_id = any($1::uuid[])',
    values: [runIds],
  });
}

/** RUN16: releases held runs; the next step of each sets its timer. The caller holds the locks of their rows. */
export const runReleaseMany = (db: Queryable, runIds: readonly string[]): Promise<void> =>
  execute(db, {
    name: 'run-release-many',
    text: 'update runs set held = false where run_id = any($1::uuid[]) and held',
    values: [uuidArray(runIds)],
  });

/** The number of runs that began or ended in one transaction, by automation, outcome and reason. */
export type RunCounter = {
  automationId: string;
  storeId: string;
  outcome: RunOutcome | 'entered';
  reason: string | null;
  count: number;
};

const runCounterColumns = columns<RunCounter>(
  uuids(({ automationId }) => automationId),
  uuids(({ storeId }) => storeId),
  texts(({ outcome }) => outcome),
  texts(({ reason }) => reason),
  int4s(({ count }) => count),
);

/** Adds to the counters. It only inserts rows, so that workers never wait for each other; `runCounterCompact` merges the rows. */
export async function runCounterInsertMany(db: Queryable, counters: readonly RunCounter[]): Promise<void> {
  if (counters.length === 0) return;
  await execute(db, {
    name: 'run-counter-insert-many',
    text: `insert into run_counters (automation_id, store_id, outcome, reason, count)
           select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[])`,
    values: runCounterColumns(counters),
  });
}

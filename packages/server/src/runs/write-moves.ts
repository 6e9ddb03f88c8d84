import { isOver, statusOf, wakeAt, type RunOutcome } from '@retoma/flow';
import {
  runInsertMany,
  runTallyInsertMany,
  runTimelineSpill,
  runUpdateMany,
  type NewRun,
  type RunMove,
  type RunRow,
  type RunTally,
} from '../db/queries/runs.ts';
import { runTimerDeleteMany, runTimerSetMany, type RunTimer } from '../db/queries/run-timers.ts';
import type { Engine } from './engine.ts';
import { MovedMeanwhile } from './moved-meanwhile.ts';
import type { Result, Transaction } from './move-runs.ts';
import { writeMessages } from './write-messages.ts';

/** Timelines longer than this, in bytes, leave the run's row. */
const longTimeline = 4096;

/**
 * Stores what moving runs came to, each kind of row by one statement, and reserves the messages that may go now. Answers the results
 * that were stored: not those of runs that somebody else has begun or moved meanwhile.
 */
export async function writeMoves(
  engine: Engine,
  transaction: Transaction,
  results: readonly Result[],
): Promise<readonly Result[]> {
  const { client, now, manner } = transaction;
  const rows = new Map(results.map((result) => [runIdOf(result), rowAfter(result, now)]));
  const begun = results.filter(isNew);
  // C13: an event that had started this automation before starts nothing now.
  const stored = await runInsertMany(
    client,
    begun.map((result) => newRun(result, rows.get(runIdOf(result))!)),
    manner !== 'plain',
  );
  // In the order in which others lock them (M2): outcomes are written without locking their runs first.
  const moved = results
    .filter((result) => !isNew(result) && isChanged(result))
    .sort((one, other) => (runIdOf(one) < runIdOf(other) ? -1 : 1));
  const updated = await runUpdateMany(
    client,
    moved.map((result) => runMove(result, rows.get(runIdOf(result))!)),
  );
  // Only of those that were written: a row that somebody else has moved meanwhile is not touched.
  await runTimelineSpill(client, moved.filter((result) => isLong(result) && updated.has(runIdOf(result))).map(runIdOf));
  const gone = moved.filter(without(updated));
  // Whoever holds its lock has taken its timer or its inputs away by now, and must not go on without it (M1).
  if (gone.some(({ work }) => work.state === undefined)) throw new MovedMeanwhile();
  const missed = new Set([...begun.filter(without(stored)), ...gone]);
  const ours = missed.size === 0 ? results : results.filter((result) => !missed.has(result));
  const touched = ours.filter((result) => !isLeftOver(result));
  await writeTimers(client, touched, rows);
  await writeMessages(engine, transaction, ours, rows);
  await runTallyInsertMany(client, talliesOf(touched));
  return ours;
}

const isNew = ({ work }: Result): boolean => work.startedAt !== undefined;
/** A defect is a change. */
const isChanged = ({ moved }: Result): boolean => moved?.changed ?? true;
const isLong = ({ work, moved }: Result): boolean => moved?.entries !== '' && work.run.timelineBytes > longTimeline;
/** It was over before and stays so: after a defect its state alone does not say it. */
const isLeftOver = ({ work, moved }: Result): boolean => work.run.finishedAt !== null && moved?.changed === false;
const runIdOf = ({ work }: Result): string => work.run.runId;
const without =
  (runIds: ReadonlySet<string>) =>
  (result: Result): boolean =>
    !runIds.has(runIdOf(result));

/** C12: a run that cannot be moved is failed; it keeps its state, so that it can be taken up again once the defect is mended. */
const defect = { status: 'failed', reason: 'DEFECT' } as const;

/**
 * The row of a run as the database has it after its move: who remembers it is told by its revision whether it is so still. One that was
 * over before is so since then, and for the reason it was.
 */
function rowAfter(result: Result, now: number): RunRow {
  const { work, moved } = result;
  const { run } = work;
  if (!isChanged(result)) return run;
  const revision = work.startedAt === undefined ? run.revision + 1 : 0;
  if (!moved) return { ...run, ...defect, held: false, wakeAt: null, revision, finishedAt: now };
  const { state, finish, entries } = moved;
  const over = isOver(state);
  return {
    ...run,
    status: statusOf(state),
    state: JSON.stringify(state),
    reason: !over ? null : finish ? finish.reason : run.reason,
    finishedAt: !over ? null : finish ? now : (run.finishedAt ?? now),
    held: false,
    wakeAt: over ? null : wakeAt(state),
    revision,
    timelineBytes: isLong(result) ? 0 : run.timelineBytes + entries.length,
  };
}

const newRun = (result: Result, row: RunRow): NewRun => ({
  row,
  timeline: result.moved?.entries ?? '',
  startedAt: result.work.startedAt!,
});

const runMove = (result: Result, row: RunRow): RunMove => ({
  row,
  revision: result.work.run.revision,
  entries: result.moved?.entries ?? '',
});

/** `rows`: of the runs after their moves. */
async function writeTimers(
  client: Transaction['client'],
  results: readonly Result[],
  rows: ReadonlyMap<string, RunRow>,
): Promise<void> {
  const set: RunTimer[] = [];
  const gone: RunTimer[] = [];
  for (const result of results) {
    const { run, wake } = result.work;
    const { runId, storeId } = run;
    // R1. That of a run which was claimed as due was taken away by the claim.
    const then = run.wakeAt === null || wake !== null ? null : run.held ? Infinity : run.wakeAt;
    const next = rows.get(runId)!.wakeAt;
    if (next === then) continue;
    if (then !== null) gone.push({ runId, storeId, dueAt: then });
    if (next !== null) set.push({ runId, storeId, dueAt: next });
  }
  await runTimerDeleteMany(client, gone);
  await runTimerSetMany(client, set);
}

/** What began and what was over, summed up. */
function talliesOf(results: readonly Result[]): RunTally[] {
  const tallies = new Map<string, RunTally>();
  const add = ({ work }: Result, outcome: RunTally['outcome'], reason: string | null, count: number): void => {
    const { automationId, storeId } = work.run;
    const name = `${automationId} ${outcome} ${reason}`;
    const tally = tallies.get(name);
    if (tally) tally.count += count;
    else tallies.set(name, { automationId, storeId, outcome, reason, count });
  };
  for (const result of results) {
    const { moved, work } = result;
    if (isNew(result)) add(result, 'entered', null, 1);
    if (!moved) add(result, 'failed', defect.reason, 1);
    else if (moved.finish) add(result, moved.finish.outcome, moved.finish.reason, 1);
    // An operator took it up again. After a defect its row alone says that it was over.
    const { finishedAt, status, reason } = work.run;
    const reopened = finishedAt !== null && (!moved || !isOver(moved.state) || moved.finish);
    if (reopened) add(result, status as RunOutcome, reason, -1);
  }
  return [...tallies.values()].filter(({ count }) => count !== 0);
}

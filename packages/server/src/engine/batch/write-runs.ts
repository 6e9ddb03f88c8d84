import { isOver, runStatus, wakeAt, type RunOutcome } from '@retoma/flow';
import {
  runInsertMany,
  runCounterInsertMany,
  runTimelineSpill,
  runUpdateMany,
  type NewRun,
  type RunMove,
  type RunRow,
  type RunCounter,
} from '../../db/queries/runs/runs.ts';
import { runTimerDeleteMany, runTimerSetMany, type RunTimer } from '../../db/queries/runs/run-timers.ts';
import type { Engine } from '../engine.ts';
import { MovedMeanwhile } from './stale-run.ts';
import type { Result, Transaction } from './run-batch.ts';
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
  const { client, now, mode } = transaction;
  const moves: RunWrite[] = [];
  for (const result of results) moves.push({ result, row: rowAfter(result, now) });
  // RUN13: an event that had started this automation before starts nothing now.
  const repeated = await runInsertMany(client, moves.filter(isNew).map(newRun), mode !== 'plain');
  // In the order in which others lock them (M2): outcomes are written without locking their runs first.
  const changed = moves.filter(isUpdate).sort(byRunId);
  const gone = await runUpdateMany(client, changed.map(runMove));
  // Whoever holds its lock has taken its timer or its inputs away by now, and must not go on without it (M1).
  if (gone.size > 0 && changed.some(({ row, result }) => gone.has(row.runId) && result.work.state === undefined))
    throw new MovedMeanwhile();
  const missed = new Set([...repeated, ...gone]);
  const ours = missed.size === 0 ? moves : moves.filter(({ row }) => !missed.has(row.runId));
  // Only of those that were written: a row that somebody else has moved meanwhile is not touched.
  await runTimelineSpill(client, ours.filter(isSpilled).map(runIdOf));
  const touched = ours.filter(isTouched);
  await writeTimers(client, touched);
  await writeMessages(engine, transaction, ours);
  await runCounterInsertMany(client, countersOf(touched));
  return missed.size === 0 ? results : ours.map(({ result }) => result);
}

/** What moving a run came to, and the row of it that says so. */
export type RunWrite = { readonly result: Result; readonly row: RunRow };

// Here, and not where they are called: code of functions that live for one call only is compiled again and again (db/driver/columns.ts).
const runIdOf = ({ row }: RunWrite): string => row.runId;
const isNew = ({ result }: RunWrite): boolean => result.work.startedAt !== undefined;
const isUpdate = (move: RunWrite): boolean => !isNew(move) && isChanged(move.result);
const isSpilled = (move: RunWrite): boolean => !isNew(move) && isLong(move.result);
/** A defect is a change. */
const isChanged = ({ moved }: Result): boolean => moved?.changed ?? true;
const isLong = ({ work, moved }: Result): boolean => moved?.entries !== '' && work.run.timelineBytes > longTimeline;
/** Not so one that was over before and stays so: after a defect its state alone does not say it. */
const isTouched = ({ result: { work, moved } }: RunWrite): boolean =>
  work.run.finishedAt === null || moved?.changed !== false;
const byRunId = (one: RunWrite, other: RunWrite): number => (one.row.runId < other.row.runId ? -1 : 1);

/** RUN12: a run that cannot be moved is failed; it keeps its state, so that it can be taken up again once the defect is mended. */
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
  const { runId, storeId, automationId, version, eventId } = run;
  // Named one by one: to copy more than a thousand rows and then change them takes longer.
  return {
    runId,
    storeId,
    automationId,
    version,
    eventId,
    status: runStatus(state),
    state: JSON.stringify(state),
    reason: !over ? null : finish ? finish.reason : run.reason,
    finishedAt: !over ? null : finish ? now : (run.finishedAt ?? now),
    held: false,
    wakeAt: over ? null : wakeAt(state),
    revision,
    timelineBytes: isLong(result) ? 0 : run.timelineBytes + entries.length,
  };
}

const newRun = ({ result, row }: RunWrite): NewRun => ({
  row,
  timeline: result.moved?.entries ?? '',
  startedAt: result.work.startedAt!,
});

const runMove = ({ result, row }: RunWrite): RunMove => ({
  row,
  revision: result.work.run.revision,
  entries: result.moved?.entries ?? '',
});

async function writeTimers(client: Transaction['client'], moves: readonly RunWrite[]): Promise<void> {
  const set: RunTimer[] = [];
  const gone: RunTimer[] = [];
  for (const { result, row } of moves) {
    const { run, wake } = result.work;
    const { runId, storeId } = run;
    // R1. That of a run which was claimed as due was taken away by the claim.
    const then = run.wakeAt === null || wake !== null ? null : run.held ? Infinity : run.wakeAt;
    const next = row.wakeAt;
    if (next === then) continue;
    if (then !== null) gone.push({ runId, storeId, dueAt: then });
    if (next !== null) set.push({ runId, storeId, dueAt: next });
  }
  await runTimerDeleteMany(client, gone);
  await runTimerSetMany(client, set);
}

/** What began and what was over, summed up. */
function countersOf(moves: readonly RunWrite[]): RunCounter[] {
  const tallies = new Map<string, RunCounter[]>();
  for (const move of moves) {
    const { moved, work } = move.result;
    if (isNew(move)) count(tallies, work.run, 'entered', null, 1);
    if (!moved) count(tallies, work.run, 'failed', defect.reason, 1);
    else if (moved.finish) count(tallies, work.run, moved.finish.outcome, moved.finish.reason, 1);
    // An operator took it up again. After a defect its row alone says that it was over.
    const { finishedAt, status, reason } = work.run;
    const reopened = finishedAt !== null && (!moved || !isOver(moved.state) || moved.finish);
    if (reopened) count(tallies, work.run, status as RunOutcome, reason, -1);
  }
  return [...tallies.values()].flat().filter((tally) => tally.count !== 0);
}

/** Adds to the tallies of one automation, which are few. */
function count(
  tallies: Map<string, RunCounter[]>,
  { automationId, storeId }: RunRow,
  outcome: RunCounter['outcome'],
  reason: string | null,
  by: number,
): void {
  let ofAutomation = tallies.get(automationId);
  if (!ofAutomation) tallies.set(automationId, (ofAutomation = []));
  for (const tally of ofAutomation) {
    if (tally.outcome !== outcome || tally.reason !== reason) continue;
    tally.count += by;
    return;
  }
  ofAutomation.push({ automationId, storeId, outcome, reason, count: by });
}

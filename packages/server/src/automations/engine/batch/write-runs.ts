import { isOver, runStatus, wakeAt, type RunOutcome } from '@retoma/flow';
import {
  runCounterInsertMany,
  runInsertMany,
  runTimelineSpill,
  runUpdateMany,
  type NewRun,
  type RunCounter,
  type RunRow,
  type RunUpdate,
} from '../queries/runs.ts';
import { runTimerDeleteMany, runTimerSetMany, type RunTimer } from '../queries/run-timers.ts';
import type { Batch, RunWrite, TaskResult } from './types.ts';

/** A timeline longer than this, in bytes, moves out of the run's row. */
const longTimeline = 4096;

/**
 * Stores results, each kind of row with one statement. Returns what was stored: without runs that another worker has started or written in
 * the meantime.
 */
export async function writeRuns(
  { client, now, mode }: Batch,
  results: readonly TaskResult[],
): Promise<readonly RunWrite[]> {
  const writes: RunWrite[] = [];
  for (const result of results) writes.push({ result, row: rowAfter(result, now) });
  // RUN13: an event that has already started this automation starts nothing.
  const repeated = await runInsertMany(client, writes.filter(isNew).map(newRun), mode !== 'batch');
  // By id, the lock order (INV2 of run-batch.ts): outcomes are written without locking their runs first.
  const changed = writes.filter(isUpdate).sort(byRunId);
  const conflictingIds = await runUpdateMany(client, changed.map(toRunUpdate));
  // A caller that locked the run has claimed its timer or inputs already, so the batch must fail (INV1 of run-batch.ts).
  if (
    conflictingIds.size > 0 &&
    changed.some(({ row, result }) => conflictingIds.has(row.runId) && result.task.state === undefined)
  )
    throw new RevisionConflictError();
  const skippedIds = new Set([...repeated, ...conflictingIds]);
  const written = skippedIds.size === 0 ? writes : writes.filter(({ row }) => !skippedIds.has(row.runId));
  // Only for rows that were written: a row that another worker has written is not changed.
  await runTimelineSpill(client, written.filter(isSpilled).map(runIdOf));
  const touched = written.filter(isTouched);
  await writeTimers(client, touched);
  await runCounterInsertMany(client, countersOf(touched));
  return written;
}

// Declared at module level: V8 compiles functions created for one call again and again (base/postgres/driver/columns.ts).
const runIdOf = ({ row }: RunWrite): string => row.runId;
const isNew = ({ result }: RunWrite): boolean => result.task.startedAt !== undefined;
const isUpdate = (write: RunWrite): boolean => !isNew(write) && isChanged(write.result);
const isSpilled = (write: RunWrite): boolean => !isNew(write) && isLong(write.result);
/** Whether the run's row must be written; a defect (no decision) is a change too. */
const isChanged = ({ decision }: TaskResult): boolean => decision?.changed ?? true;
const isLong = ({ task, decision }: TaskResult): boolean =>
  decision?.entries !== '' && task.run.timelineBytes > longTimeline;
/** False for a run that had finished and stays finished. After a defect the state alone does not show that. */
const isTouched = ({ result: { task, decision } }: RunWrite): boolean =>
  task.run.finishedAt === null || decision?.changed !== false;
const byRunId = (one: RunWrite, other: RunWrite): number => (one.row.runId < other.row.runId ? -1 : 1);

/** RUN12: a run that cannot be advanced fails; it keeps its state, so that it can be retried once the defect is fixed. */
const defect = { status: 'failed', reason: 'DEFECT' } as const;

/**
 * The row of a run after its decision. A caller that caches it compares the revision later. A run that had finished before keeps its reason
 * and its `finishedAt`.
 */
function rowAfter(result: TaskResult, now: number): RunRow {
  const { task, decision } = result;
  const { run } = task;
  if (!isChanged(result)) return run;
  const revision = task.startedAt === undefined ? run.revision + 1 : 0;
  if (!decision) return { ...run, ...defect, held: false, wakeAt: null, revision, finishedAt: now };
  const { state, finish, entries } = decision;
  const over = isOver(state);
  return {
    ...run,
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
  timeline: result.decision?.entries ?? '',
  startedAt: result.task.startedAt!,
});

const toRunUpdate = ({ result, row }: RunWrite): RunUpdate => ({
  row,
  revision: result.task.run.revision,
  entries: result.decision?.entries ?? '',
});

async function writeTimers(client: Batch['client'], writes: readonly RunWrite[]): Promise<void> {
  const set: RunTimer[] = [];
  const removed: RunTimer[] = [];
  for (const { result, row } of writes) {
    const { run, wake } = result.task;
    const { runId, storeId } = run;
    // R1. The claim of a due run has removed its timer.
    const previous = run.wakeAt === null || wake !== null ? null : run.held ? Infinity : run.wakeAt;
    const next = row.wakeAt;
    if (next === previous) continue;
    if (previous !== null) removed.push({ runId, storeId, dueAt: previous });
    if (next !== null) set.push({ runId, storeId, dueAt: next });
  }
  await runTimerDeleteMany(client, removed);
  await runTimerSetMany(client, set);
}

/** Counter rows for runs that started and ended. */
function countersOf(writes: readonly RunWrite[]): RunCounter[] {
  const counters = new Map<string, RunCounter>();
  for (const write of writes) {
    const { decision, task } = write.result;
    if (isNew(write)) count(counters, task.run, 'entered', null, 1);
    if (!decision) count(counters, task.run, 'failed', defect.reason, 1);
    else if (decision.finish) count(counters, task.run, decision.finish.outcome, decision.finish.reason, 1);
    // The run was retried. After a defect only its row shows that it had finished.
    const { finishedAt, status, reason } = task.run;
    const reopened = finishedAt !== null && (!decision || !isOver(decision.state) || decision.finish);
    if (reopened) count(counters, task.run, status as RunOutcome, reason, -1);
  }
  return [...counters.values()].filter((counter) => counter.count !== 0);
}

/** Adds to a counter. */
function count(
  counters: Map<string, RunCounter>,
  { automationId, storeId }: RunRow,
  outcome: RunCounter['outcome'],
  reason: string | null,
  by: number,
): void {
  const key = `${automationId} ${outcome} ${reason}`;
  const counter = counters.get(key);
  if (counter) counter.count += by;
  else counters.set(key, { automationId, storeId, outcome, reason, count: by });
}

/** A run or message that was read without a lock has been written by another worker: the caller must read it again. */
export class RevisionConflictError extends Error {
  override name = 'RevisionConflictError';
}

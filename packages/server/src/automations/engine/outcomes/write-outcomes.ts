import {
  messageInsertMany,
  messageSettleMany,
  type MessageOutcome,
  type NewMessage,
} from '../../delivery/queries/messages.ts';
import { messageLeaseLock } from '../../delivery/queries/message-leases.ts';
import type { RunSnapshot } from '../queries/run-snapshot.ts';
import { runLockMany } from '../queries/runs.ts';
import type { DispatchedMessage, Lease, Reservation } from '../../delivery/dispatcher.ts';
import type { TimedInput } from '../batch/decide-run.ts';
import { runBatch } from '../batch/run-batch.ts';
import { RevisionConflictError } from '../batch/write-runs.ts';
import type { Batch, RunTask, RunWrite } from '../batch/types.ts';
import type { Engine } from '../engine.ts';
import { outcomeWrites, type OutcomeWrite } from './outcome-write.ts';
import { recordOptOuts } from './record-opt-outs.ts';
import { updateCircuits } from './update-circuits.ts';

/**
 * Writes outcomes without reading their runs first, which would cost half as much as advancing them. A run rarely changes while its message
 * is being sent: only by a reply, an event or an operation. Returns the outcomes of changed runs, of which nothing is written. Throws
 * RevisionConflictError if another worker has settled a message.
 */
export function writeOptimistic(
  engine: Engine,
  dispatched: readonly DispatchedMessage[],
): Promise<readonly DispatchedMessage[]> {
  return runBatch(engine, async (batch) => {
    const writes = outcomeWrites(dispatched, batch.now);
    const tasks = tasksOf(writes, snapshotOf, batch.now);
    // After the runs, whose update locks them: all transactions lock runs first.
    const finish = async (stored: readonly RunWrite[]): Promise<readonly DispatchedMessage[]> => {
      const changedIds = changedRuns(tasks, stored);
      const hasChanged = ({ reservation }: Pick<DispatchedMessage, 'reservation'>): boolean =>
        changedIds.size > 0 && changedIds.has(reservation.runId);
      const current = writes.filter((one) => !hasChanged(one));
      const recorded = await writeOutcomes(batch, current);
      if (recorded.length < current.length) throw new RevisionConflictError();
      engine.crashPoint('outcomes written');
      await recordSideEffects(
        engine,
        batch,
        dispatched.filter((one) => !hasChanged(one)),
      );
      return dispatched.filter(hasChanged);
    };
    return { tasks, finish };
  });
}

const snapshotOf = ({ snapshot }: Reservation): RunSnapshot => snapshot;

/** The ids of the runs that were not written. */
function changedRuns(tasks: readonly RunTask[], stored: readonly RunWrite[]): ReadonlySet<string> {
  if (stored.length === tasks.length) return new Set();
  const written = new Set(stored.map(({ row }) => row.runId));
  return new Set(tasks.map(({ run }) => run.runId).filter((runId) => !written.has(runId)));
}

/** The same under the locks of the runs, without outcomes of lost leases. */
export function writeLocked(engine: Engine, dispatched: readonly DispatchedMessage[]): Promise<void> {
  return runBatch(engine, async (batch) => {
    const writes = outcomeWrites(dispatched, batch.now);
    const locked = await runLockMany(batch.client, [
      ...new Set(dispatched.map(({ reservation }) => reservation.runId)),
    ]);
    engine.crashPoint('outcomes locked');
    const valid = await writeOutcomes(batch, writes);
    const runs = new Map(locked.map((run) => [run.runId, { run }]));
    return {
      tasks: tasksOf(valid, ({ runId }) => runs.get(runId), batch.now),
      finish: () => recordSideEffects(engine, batch, dispatched),
    };
  });
}

/**
 * Writes outcomes into the ledger; messages under a lease become rows. Returns the recorded outcomes. If another worker has taken over a
 * lease, its messages are rows already, and their `lease` decides whether they accept an outcome.
 */
async function writeOutcomes(
  { client, mode }: Batch,
  writes: readonly OutcomeWrite[],
): Promise<readonly OutcomeWrite[]> {
  const held = await lockLeases(client, writes);
  const isFirst = ({ reservation }: OutcomeWrite): boolean =>
    reservation.outboxMessage !== null && held.has(reservation.lease.id);
  const first = writes.filter(isFirst);
  // An existing row was written by a commit whose response was lost. Its run received the input with that commit, and receives nothing new.
  await messageInsertMany(client, first.map(toNewMessage), mode !== 'batch');
  if (first.length === writes.length) return writes;
  const others = writes.filter((one) => !isFirst(one));
  const outcomes = others.map(({ reservation, outcome }) => ({ ...attemptKeyOf(reservation), ...outcome }));
  const recorded = new Set((await messageSettleMany(client, outcomes)).map(attemptText));
  return writes.filter((one) => isFirst(one) || recorded.has(attemptText(attemptKeyOf(one.reservation))));
}

/** Locks the leases of outcomes, and deletes those whose messages all have outcomes. */
function lockLeases(client: Batch['client'], writes: readonly OutcomeWrite[]): Promise<ReadonlySet<string>> {
  const [complete, partial]: [string[], string[]] = [[], []];
  for (const [lease, count] of countByLease(writes)) (count === lease.open ? complete : partial).push(lease.id);
  return messageLeaseLock(client, complete, partial);
}

/** The number of first-time messages of each lease. */
function countByLease(writes: readonly OutcomeWrite[]): ReadonlyMap<Lease, number> {
  const counts = new Map<Lease, number>();
  for (const { reservation } of writes)
    if (reservation.outboxMessage) counts.set(reservation.lease, (counts.get(reservation.lease) ?? 0) + 1);
  return counts;
}

function toNewMessage({ reservation, outcome }: OutcomeWrite): NewMessage {
  const { state } = outcome;
  const leaseId = state === 'sending' || state === 'unknown' ? reservation.lease.id : null;
  const { outboxMessage, attempts } = reservation;
  return { ...outcome, outboxMessage: outboxMessage!, attempts, leaseId };
}

/** The tasks of outcomes, sorted by run. Leaves out outcomes without an input, and runs for which `snapshotOf` finds nothing. */
function tasksOf(
  writes: readonly OutcomeWrite[],
  snapshotOf: (reservation: Reservation) => RunSnapshot | undefined,
  now: number,
): RunTask[] {
  const tasks: (RunTask & { readonly inputs: TimedInput[] })[] = [];
  for (const { reservation, input } of writes) {
    const snapshot = snapshotOf(reservation);
    if (input === null || !snapshot) continue;
    const timed = { input, at: now };
    const last = tasks.at(-1);
    if (last?.run.runId === reservation.runId) last.inputs.push(timed);
    else tasks.push({ run: snapshot.run, state: snapshot.state, inputs: [timed], wake: null });
  }
  return tasks;
}

/** Updates connections and consents by outcomes. */
async function recordSideEffects(
  engine: Engine,
  batch: Batch,
  dispatched: readonly DispatchedMessage[],
): Promise<void> {
  await updateCircuits(batch, dispatched);
  await recordOptOuts(engine, batch, dispatched);
}

/** One message may have two outcomes in a batch: of an attempt whose lease was lost, and of the next attempt. */
const attemptText = ({ runId, messageKey, leaseId }: AttemptKey): string => `${runId} ${messageKey} ${leaseId}`;

type AttemptKey = Pick<MessageOutcome, 'runId' | 'messageKey' | 'leaseId'>;

const attemptKeyOf = ({ runId, message, lease }: Reservation): AttemptKey => ({
  runId,
  messageKey: message,
  leaseId: lease.id,
});

import {
  connectionOpenCircuit,
  connectionCloseCircuit,
  connectionVerifyBySend,
} from '../../db/queries/contacts/connections.ts';
import { consentRecord } from '../../db/queries/contacts/consents.ts';
import { messageLeaseLock } from '../../db/queries/messages/message-leases.ts';
import {
  messageInsertMany,
  messageSettleMany,
  type MessageOutcome,
  type NewMessage,
} from '../../db/queries/messages/messages.ts';
import { runLockMany } from '../../db/queries/runs/runs.ts';
import { isUnavailable } from '../../db/pool.ts';
import { newId } from '../../platform/ids.ts';
import { truncateForColumn } from '../../platform/truncate-text.ts';
import { hashContact } from '../../crypto/contact-hash.ts';
import type { Engine } from '../engine.ts';
import type { TimedInput } from '../batch/decide-run.ts';
import { runBatch } from '../batch/run-batch.ts';
import type { RunSnapshot } from '../../db/queries/runs/run-snapshot.ts';
import { StaleRunError } from '../batch/stale-run.ts';
import type { Batch, RunTask, RunWrite } from '../batch/types.ts';
import { nextTry } from '../../delivery/retry-policy.ts';
import { maxAttempts } from '../batch/decide-pending.ts';
import type { Lease, Reservation, DispatchedMessage } from '../../delivery/dispatcher.ts';

/** The number of consecutive failures that opens a connection's circuit. */
const failuresUntilOpen = 5;
/** How long an open circuit stops sends, in milliseconds: doubled with each further failure, up to the longest. */
const circuitPause = { shortest: 30_000, longest: 15 * 60_000 };

/**
 * Writes the outcomes of messages and advances their runs. An outcome whose lease was lost changes nothing. If the database is unavailable
 * the outcomes go back into the buffer, valid until their leases end. Returns how many it drained.
 */
export async function recordOutcomes(engine: Engine, limit: number): Promise<number> {
  const dispatched = engine.dispatcher.drainOutcomes(limit);
  if (dispatched.length === 0) return 0;
  try {
    const stale = await writeOptimistic(engine, dispatched).catch((error: unknown) => {
      if (error instanceof StaleRunError || isDeadlock(error)) return dispatched;
      throw error;
    });
    if (stale.length > 0) await writeLocked(engine, stale);
  } catch (error) {
    if (!isTransient(error)) return writeOneByOne(engine, dispatched, error);
    engine.dispatcher.requeueOutcomes(dispatched);
    throw error;
  }
  engine.crashPoint('outcomes committed');
  closeLeases(dispatched);
  return dispatched.length;
}

/** Subtracts written outcomes from the open counts of their leases. */
function closeLeases(dispatched: readonly DispatchedMessage[]): void {
  for (const { reservation } of dispatched) if (reservation.outboxMessage) reservation.lease.open--;
}

/** Two transactions that write the same runs can deadlock; the one that fails starts again with the locks. */
const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

/** Whether a retry may succeed with the same outcomes. */
const isTransient = (error: unknown): boolean => isUnavailable(error) || isDeadlock(error);

/**
 * Writes outcomes one by one: one that cannot be written (a defect) must not block the rest. Its message is decided again when its lease
 * ends.
 */
async function writeOneByOne(
  engine: Engine,
  dispatched: readonly DispatchedMessage[],
  error: unknown,
): Promise<number> {
  if (dispatched.length === 1) {
    const { runId, message } = dispatched[0]!.reservation;
    engine.log.error({ err: error, runId, message }, 'an outcome cannot be written');
    return 1;
  }
  for (const [index, one] of dispatched.entries()) {
    try {
      await writeLocked(engine, [one]);
      closeLeases([one]);
    } catch (cause) {
      if (isTransient(cause)) {
        engine.dispatcher.requeueOutcomes(dispatched.slice(index));
        throw cause;
      }
      await writeOneByOne(engine, [one], cause);
    }
  }
  return dispatched.length;
}

/** The row of an outcome, and the input for the run; null: none yet. */
type OutcomeWrite = {
  readonly reservation: Reservation;
  readonly outcome: Omit<MessageOutcome, 'runId' | 'messageKey' | 'leaseId'>;
  readonly input: TimedInput['input'] | null;
};

/**
 * Writes outcomes without reading their runs first, which would cost half as much as advancing them. A run rarely changes while its message
 * is being sent: only by a reply, an event or an operation. Returns the outcomes of changed runs, of which nothing is written. Throws
 * StaleRunError if another worker has settled a message.
 */
async function writeOptimistic(
  engine: Engine,
  dispatched: readonly DispatchedMessage[],
): Promise<readonly DispatchedMessage[]> {
  let stale: readonly DispatchedMessage[] = [];
  await runBatch(engine, async (batch) => {
    const writes = outcomeWrites(dispatched, batch.now);
    const tasks = tasksOf(writes, snapshotOf, batch.now);
    // After the runs, whose update locks them: all transactions lock runs first.
    const finish = async (stored: readonly RunWrite[]): Promise<void> => {
      const staleIds = staleRuns(tasks, stored);
      const isStale = ({ reservation }: Pick<DispatchedMessage, 'reservation'>): boolean =>
        staleIds.size > 0 && staleIds.has(reservation.runId);
      const current = writes.filter((one) => !isStale(one));
      const recorded = await writeOutcomes(batch, current);
      if (recorded.length < current.length) throw new StaleRunError();
      engine.crashPoint('outcomes written');
      await recordSideEffects(
        engine,
        batch,
        dispatched.filter((one) => !isStale(one)),
      );
      stale = dispatched.filter(isStale);
    };
    return { count: dispatched.length, tasks, finish };
  });
  return stale;
}

const snapshotOf = ({ snapshot }: Reservation): RunSnapshot => snapshot;

/** The ids of the runs that were not written. */
function staleRuns(tasks: readonly RunTask[], stored: readonly RunWrite[]): ReadonlySet<string> {
  if (stored.length === tasks.length) return new Set();
  const written = new Set(stored.map(({ row }) => row.runId));
  return new Set(tasks.map(({ run }) => run.runId).filter((runId) => !written.has(runId)));
}

/** The same under the locks of the runs, without outcomes of lost leases. */
async function writeLocked(engine: Engine, dispatched: readonly DispatchedMessage[]): Promise<void> {
  await runBatch(engine, async (batch) => {
    const writes = outcomeWrites(dispatched, batch.now);
    const locked = await runLockMany(batch.client, [
      ...new Set(dispatched.map(({ reservation }) => reservation.runId)),
    ]);
    engine.crashPoint('outcomes locked');
    const valid = await writeOutcomes(batch, writes);
    const runs = new Map(locked.map((run) => [run.runId, { run }]));
    return {
      count: dispatched.length,
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

/** Outcomes sorted by run, the lock order (INV2 of run-batch.ts); those of one run in order of arrival. */
function outcomeWrites(dispatched: readonly DispatchedMessage[], now: number): OutcomeWrite[] {
  const writes: OutcomeWrite[] = [];
  for (const one of dispatched) writes.push(toOutcomeWrite(one, now));
  return writes.sort(byRun);
}

function byRun({ reservation: one }: OutcomeWrite, { reservation: other }: OutcomeWrite): number {
  return one.runId < other.runId ? -1 : one.runId > other.runId ? 1 : 0;
}

function toOutcomeWrite({ reservation, result: raw }: DispatchedMessage, now: number): OutcomeWrite {
  const result = fitColumns(raw);
  const last = reservation.attempts >= maxAttempts;
  const nextAt = (after?: number): number =>
    nextTry(now, reservation.attempts, `${reservation.runId} ${reservation.message}`, after);
  switch (result.outcome) {
    case 'sent':
      return settledOutcome(reservation, 'sent', result.providerId ?? null, now);
    case 'refused':
      return failedOutcome(reservation, result.reason, now);
    case 'opted_out':
      return failedOutcome(reservation, 'OPTED_OUT', now);
    case 'unsent':
      return repeatedOutcome(reservation, 'queued', 'UNSENT', now);
    case 'broken':
      return repeatedOutcome(reservation, 'queued', result.reason, now + circuitPause.shortest);
    case 'later':
      if (last) return failedOutcome(reservation, result.reason, now);
      return repeatedOutcome(reservation, 'queued', result.reason, nextAt(result.retryAfter));
    case 'uncertain':
      return reservation.provider.deduplicates && !last
        ? repeatedOutcome(reservation, 'sending', 'UNKNOWN', nextAt())
        : settledOutcome(reservation, 'unknown', null, now);
    default:
      return result satisfies never;
  }
}

/** The write of a final outcome. */
const settledOutcome = (
  reservation: Reservation,
  state: 'sent' | 'unknown',
  providerId: string | null,
  now: number,
): OutcomeWrite => ({
  reservation,
  outcome: { state, reason: null, providerMessageId: providerId, nextAttemptAt: null, settledAt: now },
  input: { type: 'outcome', message: reservation.message, outcome: state },
});

const failedOutcome = (reservation: Reservation, reason: string, now: number): OutcomeWrite => ({
  reservation,
  outcome: { state: 'failed', reason, providerMessageId: null, nextAttemptAt: null, settledAt: now },
  input: { type: 'outcome', message: reservation.message, outcome: 'failed', reason },
});

/** The write of an outcome after which the message is tried again at `nextAt`. */
const repeatedOutcome = (
  reservation: Reservation,
  state: 'queued' | 'sending',
  reason: string | null,
  nextAt: number,
): OutcomeWrite => ({
  reservation,
  outcome: { state, reason, providerMessageId: null, nextAttemptAt: nextAt, settledAt: null },
  input: null,
});

/** Fits a provider's text into columns, which accept no NUL and have a length limit. */
function fitColumns(result: DispatchedMessage['result']): DispatchedMessage['result'] {
  if ('reason' in result) return { ...result, reason: truncateForColumn(result.reason, 200) };
  if ('providerId' in result && result.providerId !== undefined) {
    return { ...result, providerId: truncateForColumn(result.providerId, 300) };
  }
  return result;
}

/** Opens the circuits of connections that fail, and closes those of connections that work again. */
async function updateCircuits({ client, now }: Batch, dispatched: readonly DispatchedMessage[]): Promise<void> {
  const byConnection = Map.groupBy(dispatched, ({ reservation }) => reservation.connectionId);
  const inOrder = [...byConnection].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [connectionId, those] of inOrder) {
    const outcomes = those.map(({ result }) => fitColumns(result));
    const broken = outcomes.find(({ outcome }) => outcome === 'broken');
    const failures = outcomes.filter(({ outcome }) => outcome === 'later' || outcome === 'uncertain').length;
    const worked = outcomes.some(({ outcome }) => outcome === 'sent' || outcome === 'refused');
    const before = Math.max(...those.map(({ reservation }) => reservation.connectionFailures));
    if (broken?.outcome === 'broken') {
      await connectionOpenCircuit(client, connectionId, outcomes.length, now + circuitPause.longest, broken.reason);
    } else if (worked) {
      if (before > 0) await connectionCloseCircuit(client, connectionId);
      const accepted = those.find(
        (one) => one.result.outcome === 'sent' && one.reservation.unverifiedRevision !== null,
      );
      const revision = accepted?.reservation.unverifiedRevision ?? null;
      if (revision !== null) await connectionVerifyBySend(client, connectionId, revision, now);
    } else if (failures > 0) {
      const inARow = before + failures;
      const times = Math.max(0, inARow - failuresUntilOpen);
      const pause =
        inARow < failuresUntilOpen
          ? 0
          : Math.min(circuitPause.longest, circuitPause.shortest * 2 ** Math.min(times, 10));
      await connectionOpenCircuit(client, connectionId, failures, now + pause, null);
    }
  }
}

/** COM8: records opt-outs that providers report. */
async function recordOptOuts(
  engine: Engine,
  { client, now }: Batch,
  dispatched: readonly DispatchedMessage[],
): Promise<void> {
  for (const { reservation, result } of dispatched) {
    if (result.outcome !== 'opted_out') continue;
    const { storeId, channel, to } = reservation.delivery;
    const contactHash = hashContact(engine, storeId, channel, to);
    if (!contactHash) continue;
    const consent = { consentId: newId(storeId), state: 'withdrawn', source: 'provider', at: now } as const;
    await consentRecord(client, { ...consent, storeId, channel, contactHash });
  }
}

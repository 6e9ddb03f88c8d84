import { connectionClose, connectionHeal, connectionVerifyBySend } from '../../db/queries/contacts/connections.ts';
import { consentRecord } from '../../db/queries/contacts/consents.ts';
import { messageLeaseTake } from '../../db/queries/messages/message-leases.ts';
import {
  messageInsertMany,
  messageSettleMany,
  type MessageOutcome,
  type NewMessage,
} from '../../db/queries/messages/messages.ts';
import { runLockMany } from '../../db/queries/runs/runs.ts';
import { isUnavailable } from '../../db/pool.ts';
import { newId } from '../../platform/ids.ts';
import { personOf } from '../../crypto/contact-hash.ts';
import type { Engine } from '../engine.ts';
import type { TimedInput } from '../batch/decide-run.ts';
import { inMove, moveRuns, type Known, type Result, type Transaction, type RunTask } from '../batch/run-batch.ts';
import { MovedMeanwhile } from '../batch/stale-run.ts';
import { nextTry } from '../../delivery/retry-policy.ts';
import { maxAttempts } from '../batch/decide-send.ts';
import type { Lease, Reserved, Sent } from '../../delivery/dispatcher.ts';

/** After so many failures in a row of the connection's own, nothing is sent over it for a while. */
const failuresUntilClosed = 5;
/** For how long, in milliseconds: doubled with each further failure, up to the longest. */
const closing = { shortest: 30_000, longest: 15 * 60_000 };

/**
 * Writes what became of messages, and moves their runs on by it. An outcome whose lease was lost changes nothing. Where the
 * database is away the outcomes are kept; the leases decide how long they are worth something. Answers how many it took.
 */
export async function recordOutcomes(engine: Engine, limit: number): Promise<number> {
  const sent = engine.sender.drainOutcomes(limit);
  if (sent.length === 0) return 0;
  try {
    const missed = await inMove(engine, (transaction) => settleKnown(engine, transaction, sent)).catch(
      (error: unknown) => {
        if (error instanceof MovedMeanwhile || isDeadlock(error)) return sent;
        throw error;
      },
    );
    if (missed.length > 0) await inMove(engine, (transaction) => settle(engine, transaction, missed));
  } catch (error) {
    if (!isPassing(error)) return settleOneByOne(engine, sent, error);
    engine.sender.requeueOutcomes(sent);
    throw error;
  }
  engine.reach('outcomes committed');
  close(sent);
  return sent.length;
}

/** What is written down is held no longer. */
function close(sent: readonly Sent[]): void {
  for (const { reserved } of sent) if (reserved.intention) reserved.lease.open--;
}

/** Two that write the same runs may end up waiting for each other; who is told so begins again, with the locks. */
const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

/** The same outcomes can be written a moment later. */
const isPassing = (error: unknown): boolean => isUnavailable(error) || isDeadlock(error);

/** One that cannot be written (a defect) must not keep the others. Its lease ends, and then it is looked at again. */
async function settleOneByOne(engine: Engine, sent: readonly Sent[], error: unknown): Promise<number> {
  if (sent.length === 1) {
    const { runId, message } = sent[0]!.reserved;
    engine.log.error({ err: error, runId, message }, 'an outcome cannot be written');
    return 1;
  }
  for (const [index, one] of sent.entries()) {
    try {
      await inMove(engine, (transaction) => settle(engine, transaction, [one]));
      close([one]);
    } catch (cause) {
      if (isPassing(cause)) {
        engine.sender.requeueOutcomes(sent.slice(index));
        throw cause;
      }
      await settleOneByOne(engine, [one], cause);
    }
  }
  return sent.length;
}

/** How an outcome is written down, and what the run is told; null: nothing yet. */
type Settled = {
  readonly reserved: Reserved;
  readonly outcome: Omit<MessageOutcome, 'runId' | 'message' | 'lease'>;
  readonly feed: TimedInput['input'] | null;
};

/**
 * Writes outcomes without reading their runs first, which would cost half as much as moving them: nobody else moves a run while its
 * message is under way, save for a reply, an event or a person. Answers those whose runs were moved meanwhile, of which nothing is
 * written; throws MovedMeanwhile where somebody else has settled a message.
 */
async function settleKnown(engine: Engine, transaction: Transaction, sent: readonly Sent[]): Promise<readonly Sent[]> {
  const settled = settledAll(sent, transaction.now);
  const tasks = tasksOf(settled, knownOf, transaction.now);
  const missed = missing(tasks, await moveRuns(engine, transaction, tasks));
  const isMissed = ({ reserved }: Pick<Sent, 'reserved'>): boolean => missed.size > 0 && missed.has(reserved.runId);
  const mine = settled.filter((one) => !isMissed(one));
  // After the runs, which are locked by that: everybody locks them first.
  const taken = await writeOutcomes(transaction, mine);
  if (taken.length < mine.length) throw new MovedMeanwhile();
  engine.reach('outcomes written');
  await afterwards(
    engine,
    transaction,
    sent.filter((one) => !isMissed(one)),
  );
  return sent.filter(isMissed);
}

const knownOf = ({ known }: Reserved): Known => known;

/** The ids of the runs that were not moved. */
function missing(tasks: readonly RunTask[], results: readonly Result[]): ReadonlySet<string> {
  if (results.length === tasks.length) return new Set();
  const moved = new Set(results.map(({ work }) => work.run.runId));
  return new Set(tasks.map(({ run }) => run.runId).filter((runId) => !moved.has(runId)));
}

/** The same under the locks of the runs: outcomes whose lease was lost are left out. */
async function settle(engine: Engine, transaction: Transaction, sent: readonly Sent[]): Promise<void> {
  const settled = settledAll(sent, transaction.now);
  const locked = await runLockMany(transaction.client, [...new Set(sent.map(({ reserved }) => reserved.runId))]);
  engine.reach('outcomes locked');
  const valid = await writeOutcomes(transaction, settled);
  const runs = new Map(locked.map((run) => [run.runId, { run }]));
  await moveRuns(
    engine,
    transaction,
    tasksOf(valid, ({ runId }) => runs.get(runId), transaction.now),
  );
  await afterwards(engine, transaction, sent);
}

/**
 * Writes outcomes into the ledger, those of messages under a lease as their rows; answers those that were taken. A lease that
 * somebody else has taken over has left rows behind, which say themselves whether they still take an outcome.
 */
async function writeOutcomes({ client, mode }: Transaction, settled: readonly Settled[]): Promise<readonly Settled[]> {
  const held = await takeLeases(client, settled);
  const isFirst = ({ reserved }: Settled): boolean => reserved.intention !== null && held.has(reserved.lease.id);
  const first = settled.filter(isFirst);
  // One that is there already was written by a commit whose answer was lost; its run was told with it, and hears nothing new now.
  await messageInsertMany(client, first.map(rowOf), mode !== 'plain');
  if (first.length === settled.length) return settled;
  const others = settled.filter((one) => !isFirst(one));
  const outcomes = others.map(({ reserved, outcome }) => ({ ...sendingIn(reserved), ...outcome }));
  const taken = new Set((await messageSettleMany(client, outcomes)).map(sendingOf));
  return settled.filter((one) => isFirst(one) || taken.has(sendingOf(sendingIn(one.reserved))));
}

/** Locks the leases of outcomes, and ends those of which nothing is left. */
function takeLeases(client: Transaction['client'], settled: readonly Settled[]): Promise<ReadonlySet<string>> {
  const [complete, partial]: [string[], string[]] = [[], []];
  for (const [lease, count] of countByLease(settled)) (count === lease.open ? complete : partial).push(lease.id);
  return messageLeaseTake(client, complete, partial);
}

/** How many of the messages that were sent for the first time each lease has. */
function countByLease(settled: readonly Settled[]): ReadonlyMap<Lease, number> {
  const counts = new Map<Lease, number>();
  for (const { reserved } of settled)
    if (reserved.intention) counts.set(reserved.lease, (counts.get(reserved.lease) ?? 0) + 1);
  return counts;
}

function rowOf({ reserved, outcome }: Settled): NewMessage {
  const { state, reason, nextAt, providerId, settledAt } = outcome;
  const lease = state === 'sending' || state === 'unknown' ? reserved.lease.id : null;
  const { intention, attempts } = reserved;
  return { intention: intention!, state, reason, attempts, nextAt, lease, providerId, settledAt };
}

/** What the runs are told by outcomes in order of runs; left out are those that are told nothing, and those of which `knownOf` finds nothing. */
function tasksOf(
  settled: readonly Settled[],
  knownOf: (reserved: Reserved) => Known | undefined,
  now: number,
): RunTask[] {
  const tasks: (RunTask & { readonly inputs: TimedInput[] })[] = [];
  for (const { reserved, feed } of settled) {
    const known = knownOf(reserved);
    if (feed === null || !known) continue;
    const told = { input: feed, at: now };
    const last = tasks.at(-1);
    if (last?.run.runId === reserved.runId) last.inputs.push(told);
    else tasks.push({ run: known.run, state: known.state, inputs: [told], wake: null });
  }
  return tasks;
}

/** What outcomes say of the connections and of the people. */
async function afterwards(engine: Engine, transaction: Transaction, sent: readonly Sent[]): Promise<void> {
  await updateCircuits(transaction, sent);
  await recordOptOuts(engine, transaction, sent);
}

const nameOf = ({ runId, message }: { runId: string; message: string }): string => `${runId} ${message}`;

/** Two outcomes of one message may come together: of a sending whose lease was lost, and of the one after it. */
const sendingOf = (sending: Sending): string => `${nameOf(sending)} ${sending.lease}`;

type Sending = Pick<MessageOutcome, 'runId' | 'message' | 'lease'>;

const sendingIn = ({ runId, message, lease }: Reserved): Sending => ({ runId, message, lease: lease.id });

/** By run, in the order in which runs are locked (M2); those of one run as they came. */
function settledAll(sent: readonly Sent[], now: number): Settled[] {
  const settled: Settled[] = [];
  for (const one of sent) settled.push(settledAs(one, now));
  return settled.sort(byRun);
}

function byRun({ reserved: one }: Settled, { reserved: other }: Settled): number {
  return one.runId < other.runId ? -1 : one.runId > other.runId ? 1 : 0;
}

function settledAs({ reserved, delivered: given }: Sent, now: number): Settled {
  const delivered = fitting(given);
  const last = reserved.attempts >= maxAttempts;
  const nextAt = (after?: number): number => nextTry(now, reserved.attempts, nameOf(reserved), after);
  switch (delivered.outcome) {
    case 'sent':
      return ended(reserved, 'sent', delivered.providerId ?? null, now);
    case 'refused':
      return failed(reserved, delivered.reason, now);
    case 'opted_out':
      return failed(reserved, 'OPTED_OUT', now);
    case 'unsent':
      return again(reserved, 'queued', 'UNSENT', now);
    case 'broken':
      return again(reserved, 'queued', delivered.reason, now + closing.shortest);
    case 'later':
      if (last) return failed(reserved, delivered.reason, now);
      return again(reserved, 'queued', delivered.reason, nextAt(delivered.retryAfter));
    case 'uncertain':
      return reserved.provider.deduplicates && !last
        ? again(reserved, 'sending', null, nextAt())
        : ended(reserved, 'unknown', null, now);
    default:
      return delivered satisfies never;
  }
}

/** Nothing more is done about it. */
const ended = (reserved: Reserved, state: 'sent' | 'unknown', providerId: string | null, now: number): Settled => ({
  reserved,
  outcome: { state, reason: null, providerId, nextAt: null, settledAt: now },
  feed: { type: 'outcome', message: reserved.message, outcome: state },
});

const failed = (reserved: Reserved, reason: string, now: number): Settled => ({
  reserved,
  outcome: { state: 'failed', reason, providerId: null, nextAt: null, settledAt: now },
  feed: { type: 'outcome', message: reserved.message, outcome: 'failed', reason },
});

/** It is tried again at `nextAt`. */
const again = (reserved: Reserved, state: 'queued' | 'sending', reason: string | null, nextAt: number): Settled => ({
  reserved,
  outcome: { state, reason, providerId: null, nextAt, settledAt: null },
  feed: null,
});

/** What a provider says goes into columns that take no NUL and have an end. */
function fitting(delivered: Sent['delivered']): Sent['delivered'] {
  const fit = (text: string, most: number): string => text.replaceAll('\0', '').toWellFormed().slice(0, most);
  if ('reason' in delivered) return { ...delivered, reason: fit(delivered.reason, 200) };
  if ('providerId' in delivered && delivered.providerId !== undefined) {
    return { ...delivered, providerId: fit(delivered.providerId, 300) };
  }
  return delivered;
}

/** Closes connections that fail for reasons of their own, and heals those that work again. */
async function updateCircuits({ client, now }: Transaction, sent: readonly Sent[]): Promise<void> {
  const byConnection = Map.groupBy(sent, ({ reserved }) => reserved.connectionId);
  const inOrder = [...byConnection].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [connectionId, those] of inOrder) {
    const outcomes = those.map(({ delivered }) => fitting(delivered));
    const broken = outcomes.find(({ outcome }) => outcome === 'broken');
    const failures = outcomes.filter(({ outcome }) => outcome === 'later' || outcome === 'uncertain').length;
    const worked = outcomes.some(({ outcome }) => outcome === 'sent' || outcome === 'refused');
    const before = Math.max(...those.map(({ reserved }) => reserved.connectionFailures));
    if (broken?.outcome === 'broken') {
      await connectionClose(client, connectionId, outcomes.length, now + closing.longest, broken.reason);
    } else if (worked) {
      if (before > 0) await connectionHeal(client, connectionId);
      const accepted = those.find(
        (one) => one.delivered.outcome === 'sent' && one.reserved.unverifiedRevision !== null,
      );
      const revision = accepted?.reserved.unverifiedRevision ?? null;
      if (revision !== null) await connectionVerifyBySend(client, connectionId, revision, now);
    } else if (failures > 0) {
      const inARow = before + failures;
      const times = Math.max(0, inARow - failuresUntilClosed);
      const pause =
        inARow < failuresUntilClosed ? 0 : Math.min(closing.longest, closing.shortest * 2 ** Math.min(times, 10));
      await connectionClose(client, connectionId, failures, now + pause, null);
    }
  }
}

/** COM8: a provider that knows of an opt-out tells us as well. */
async function recordOptOuts(engine: Engine, { client, now }: Transaction, sent: readonly Sent[]): Promise<void> {
  for (const { reserved, delivered } of sent) {
    if (delivered.outcome !== 'opted_out') continue;
    const { storeId, channel, to } = reserved.delivery;
    const person = personOf(engine, storeId, channel, to);
    if (!person) continue;
    const said = { consentId: newId(), state: 'withdrawn', source: 'provider', at: now } as const;
    await consentRecord(client, { ...said, storeId, channel, person });
  }
}

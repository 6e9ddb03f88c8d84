import { isOver, statusOf, wakeAt, type Channel, type RunOutcome } from '@retoma/flow';
import { connectionTakeSlots, type ConnectionRow } from '../db/queries/connections.ts';
import { messageInsertMany, messageReserveMany, type NewMessage, type Reservation } from '../db/queries/messages.ts';
import {
  runInsertMany,
  runTallyInsertMany,
  runTimelineSpill,
  runTimerDeleteMany,
  runTimerSetMany,
  runUpdateMany,
  type NewRun,
  type RunMove,
  type RunTally,
  type RunTimer,
} from '../db/queries/runs.ts';
import { providerOf, type Engine } from './engine.ts';
import type { Verdict } from './move-run.ts';
import type { Result, Transaction } from './move-runs.ts';
import { MovedMeanwhile } from './moved-meanwhile.ts';
import type { Reserved } from './sender.ts';

/** Timelines longer than this, in bytes, leave the run's row. */
const longTimeline = 4096;

/** Stores what moving runs came to, each kind of row by one statement, and reserves the messages that may go now. */
export async function writeMoves(engine: Engine, transaction: Transaction, results: readonly Result[]): Promise<void> {
  const { client, now } = transaction;
  const stored = await runInsertMany(
    client,
    results.filter(isNew).map((result) => newRun(result, now)),
  );
  // C13: an event that had started this automation before starts nothing now.
  const ours = results.filter((result) => !isNew(result) || stored.has(result.work.run.runId));
  // In the order in which others lock them (M2): outcomes are written without locking their runs first.
  const moved = ours
    .filter((result) => !isNew(result) && (result.moved?.changed ?? true))
    .sort((one, other) => (runIdOf(one) < runIdOf(other) ? -1 : 1));
  await runTimelineSpill(client, moved.filter(isLong).map(runIdOf));
  const updated = await runUpdateMany(
    client,
    moved.map((result) => runMove(result, now)),
  );
  if (updated !== moved.length) throw new MovedMeanwhile();
  const touched = ours.filter((result) => !isLeftOver(result));
  await writeTimers(client, touched);
  await writeMessages(engine, transaction, ours);
  await runTallyInsertMany(client, talliesOf(touched));
}

const isNew = ({ work }: Result): boolean => work.startedAt !== undefined;
const isLong = ({ work, moved }: Result): boolean => moved?.entries !== '' && work.run.timelineBytes > longTimeline;
/** It was over before and stays so: after a defect its state alone does not say it. */
const isLeftOver = ({ work, moved }: Result): boolean => work.run.finishedAt !== null && moved?.changed === false;
const runIdOf = ({ work }: Result): string => work.run.runId;

/** C12: a run that cannot be moved is failed; it keeps its state, so that it can be taken up again once the defect is mended. */
const defect = { status: 'failed', reason: 'DEFECT', wakeAt: null } as const;

function newRun(result: Result, now: number): NewRun {
  const { runId, storeId, automationId, version, eventId } = result.work.run;
  const startedAt = result.work.startedAt!;
  const standing = standingOf(result, now);
  return {
    runId,
    storeId,
    automationId,
    version,
    eventId,
    startedAt,
    ...standing,
    timeline: result.moved?.entries ?? '',
  };
}

function runMove(result: Result, now: number): RunMove {
  return {
    runId: runIdOf(result),
    revision: result.work.run.revision,
    ...standingOf(result, now),
    entries: result.moved?.entries ?? '',
  };
}

/** Where a run is after its move. One that was over before is so since then, and for the reason it was. */
function standingOf({ work: { run }, moved }: Result, now: number): Omit<RunMove, 'runId' | 'revision' | 'entries'> {
  if (!moved) return { ...defect, state: run.state, finishedAt: now };
  const { state, finish } = moved;
  const row = { status: statusOf(state), state: JSON.stringify(state) };
  if (!isOver(state)) return { ...row, reason: null, wakeAt: wakeAt(state), finishedAt: null };
  if (finish) return { ...row, reason: finish.reason, wakeAt: null, finishedAt: now };
  return { ...row, reason: run.reason, wakeAt: null, finishedAt: run.finishedAt ?? now };
}

async function writeTimers(client: Transaction['client'], results: readonly Result[]): Promise<void> {
  const set: RunTimer[] = [];
  const gone: string[] = [];
  for (const { work, before, moved } of results) {
    const { runId, storeId, held, finishedAt } = work.run;
    const then = before && !isOver(before) ? wakeAt(before) : null;
    const next = moved && !isOver(moved.state) ? wakeAt(moved.state) : null;
    // A run that was claimed as due, or held, or failed by a defect, may have a timer that says something else than its state.
    const certain = work.wake === null && !held && finishedAt === null;
    if (next !== null) {
      if (next !== then || !certain) set.push({ runId, storeId, dueAt: next });
    } else if (then !== null || !certain) gone.push(runId);
  }
  await runTimerDeleteMany(client, gone);
  await runTimerSetMany(client, set);
}

/** A message that may go, before its connection's pace was asked. */
type Going = { result: Result; row: Reservation; channel: Channel; connection: ConnectionRow; content: object };

async function writeMessages(engine: Engine, transaction: Transaction, results: readonly Result[]): Promise<void> {
  const inserts: NewMessage[] = [];
  const updates: Reservation[] = [];
  const going: Going[] = [];
  for (const result of results) {
    const { around, work, moved } = result;
    if (!around) continue;
    for (const { effect, verdict } of moved?.intentions ?? []) {
      const { channel, message, due, guards, listens } = effect;
      const connection = around.connection(channel);
      if (!connection) throw new Error(`a message of run ${work.run.runId} was let go without a connection`);
      const person = listens.length > 0 ? around.person(channel) : null;
      const row = reservation(transaction, { runId: work.run.runId, message }, verdict, 0, person);
      const { connectionId, storeId } = connection;
      const fresh: NewMessage = { ...row, storeId, channel, connectionId, dueAt: due, guards };
      inserts.push(fresh);
      if (verdict.verdict === 'send') going.push({ result, row: fresh, channel, connection, content: verdict.content });
    }
    for (const { message, verdict, connection, state } of result.reconsidered) {
      const row = { ...reservation(transaction, message, verdict, message.attempts, null), state };
      if (state === 'sending' && verdict.verdict === 'wait') keepDoubt(row, message.lease, transaction.now);
      if (state === 'unknown') row.lease = message.lease;
      updates.push(row);
      if (verdict.verdict !== 'send' || !connection) continue;
      going.push({ result, row, channel: message.channel, connection, content: verdict.content });
    }
  }
  const slow = await keepPace(transaction, going);
  for (const one of going) if (!slow.has(one)) transaction.reserved.push(reserve(engine, one));
  await messageInsertMany(transaction.client, inserts);
  await messageReserveMany(transaction.client, updates);
}

/** The row of a message after a verdict. */
function reservation(
  { lease, leaseUntil, now }: Transaction,
  { runId, message }: { runId: string; message: string },
  verdict: Verdict,
  attempts: number,
  person: Buffer | null,
): Reservation {
  const row = { runId, message, reason: null, recipient: null, content: null, attempts, person, reservedAt: now };
  switch (verdict.verdict) {
    case 'send': {
      const { recipient, content } = verdict;
      return {
        ...row,
        state: 'sending',
        recipient,
        content: JSON.stringify(content),
        attempts: attempts + 1,
        lease,
        nextAt: leaseUntil,
        settledAt: null,
      };
    }
    case 'wait':
      return { ...row, state: 'queued', reason: verdict.reason, lease: null, nextAt: verdict.until, settledAt: null };
    case 'fail':
      return { ...row, state: 'failed', reason: verdict.reason, lease: null, nextAt: null, settledAt: now };
    default:
      return verdict satisfies never;
  }
}

/** It may have been sent: whoever held it may still say so, and until then it is nobody else's for an hour at most. */
function keepDoubt(row: Reservation, lease: string | null, now: number): void {
  row.lease = lease;
  row.reason = null;
  row.nextAt = Math.min(row.nextAt ?? now, now + 60 * 60_000);
}

/** Asks the paced connections for places; what gets none waits in the ledger for its turn. Answers those. */
async function keepPace({ client, now }: Transaction, going: readonly Going[]): Promise<ReadonlySet<Going>> {
  const slow = new Set<Going>();
  const paced = Map.groupBy(
    going.filter(({ connection }) => connection.perMinute !== null),
    ({ connection }) => connection,
  );
  const inOrder = [...paced].sort(([one], [other]) => (one.connectionId < other.connectionId ? -1 : 1));
  for (const [{ connectionId, perMinute }, wanting] of inOrder) {
    const { granted, nextAt } = await connectionTakeSlots(client, connectionId, wanting.length, now);
    for (const [place, one] of wanting.slice(granted).entries()) {
      const until = Math.ceil(nextAt + (place * 60_000) / perMinute!);
      Object.assign(one.row, {
        state: 'queued',
        reason: 'PACED',
        lease: null,
        nextAt: until,
        attempts: one.row.attempts - 1,
      });
      slow.add(one);
    }
  }
  return slow;
}

function reserve(engine: Engine, { result, row, channel, connection, content }: Going): Reserved {
  const { connectionId, settings, failures } = connection;
  const { runId, message, attempts } = row;
  return {
    runId,
    message,
    lease: row.lease!,
    connectionId,
    attempts,
    connectionFailures: failures,
    provider: providerOf(engine, connection)!,
    delivery: {
      key: `${runId}:${message}`,
      storeId: result.work.run.storeId,
      channel,
      to: row.recipient!,
      content,
      settings,
    },
  };
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

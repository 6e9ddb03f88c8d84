// What runs want sent, written down with their moves. A message that goes for the first time is written into a lease, and becomes a
// row of the ledger with its outcome (outcomes.ts); one that waits, or was in the ledger before, has its row at once.
import type { Channel } from '@retoma/flow';
import { connectionTakeDay, connectionTakeSlots, type ConnectionRow } from '../../db/queries/contacts/connections.ts';
import { shortLinkInsertMany, type ShortLink } from '../../db/queries/messages/short-links.ts';
import { messageLeaseInsert } from '../../db/queries/messages/message-leases.ts';
import {
  messageInsertMany,
  messageReserveMany,
  type Intention,
  type NewMessage,
  type Reservation,
} from '../../db/queries/messages/messages.ts';
import { newId } from '../../platform/ids.ts';
import { complete, findWindows } from '../../delivery/build-delivery.ts';
import { providerOf, type Engine } from '../engine.ts';
import type { Send, SendDecision, Wanted } from './decide-run.ts';
import type { RunStore } from '../../automations/compiled-versions.ts';
import type { RunWrite } from './write-runs.ts';
import type { Known, Result, Transaction } from './run-batch.ts';
import type { Lease, Reserved } from '../../delivery/dispatcher.ts';

/** A message that may go, before its connection's pace was asked. */
type Going = {
  readonly send: Send;
  readonly known: Known;
  readonly channel: Channel;
  readonly connection: ConnectionRow;
  readonly store: RunStore;
  readonly attempts: number;
  /** Either it goes for the first time, or it has a row of the ledger. */
  readonly of: { readonly intention: Intention } | { readonly row: Reservation };
};

/** Stores what runs want sent and what became of messages that waited; what may go now is added to `transaction.reserved`. */
export async function writeMessages(
  engine: Engine,
  transaction: Transaction,
  moves: readonly RunWrite[],
): Promise<void> {
  const { client, leaseUntil, now, mode } = transaction;
  const lease: Lease = { id: newId(), open: 0 };
  const waiting: NewMessage[] = [];
  const again: Reservation[] = [];
  const going: Going[] = [];
  for (const { result, row: run } of moves) {
    const known: Known = { run, state: result.moved?.state ?? result.before };
    for (const wanted of result.moved?.intentions ?? []) addWanted(wanted, known, result.around, now, waiting, going);
    for (const { message, verdict, connection, state } of result.reconsidered) {
      const row = { ...reservation(verdict, message, { lease: lease.id, leaseUntil, now }), state };
      if (state === 'sending' && verdict.verdict === 'wait') keepDoubt(row, message.lease, now);
      if (state === 'unknown') row.lease = message.lease;
      again.push(row);
      if (verdict.verdict !== 'send' || !connection || !result.around) continue;
      const { channel } = message;
      const { store } = result.around;
      going.push({ send: verdict, known, channel, connection, store, attempts: row.attempts, of: { row } });
    }
  }
  const slow = await keepPace(transaction, going);
  const windowOf = await findWindows(engine, client, going, now);
  const intentions: Intention[] = [];
  const links: ShortLink[] = [];
  for (const one of going) {
    const until = slow.get(one);
    if (until !== undefined) waitForPlace(one, until.at, until.reason, waiting);
    else {
      transaction.reserved.push(reserve(engine, lease, one, now, windowOf(one)));
      links.push(...one.send.links);
      if ('intention' in one.of) intentions.push(one.of.intention);
    }
  }
  lease.open = intentions.length;
  if (intentions.length > 0)
    await messageLeaseInsert(client, { lease: lease.id, until: leaseUntil, reservedAt: now, intentions });
  await shortLinkInsertMany(client, links, now);
  await messageInsertMany(client, waiting, mode !== 'plain');
  await messageReserveMany(client, again);
}

function addWanted(
  { effect, verdict }: Wanted,
  known: Known,
  around: Result['around'],
  now: number,
  waiting: NewMessage[],
  going: Going[],
): void {
  const { channel, message, due, guards, listens } = effect;
  const connection = around?.connection(channel);
  if (!around || !connection) throw new Error(`a message of run ${known.run.runId} was let go without a connection`);
  const { connectionId, storeId } = connection;
  const goes = verdict.verdict === 'send';
  const intention: Intention = {
    runId: known.run.runId,
    message,
    storeId,
    channel,
    connectionId,
    recipient: goes ? verdict.recipient : null,
    content: goes ? JSON.stringify(verdict.content) : null,
    dueAt: due,
    guards,
    person: listens.length > 0 ? around.person(channel) : null,
    reservedAt: now,
  };
  if (goes) {
    const { store } = around;
    going.push({ send: verdict, known, channel, connection, store, attempts: 1, of: { intention } });
  } else waiting.push(waits(intention, verdict.until, verdict.reason));
}

const waits = (intention: Intention, nextAt: number, reason: string): NewMessage => ({
  intention,
  state: 'queued',
  reason,
  attempts: 0,
  nextAt,
  lease: null,
  providerId: null,
  settledAt: null,
});

/** The row of a message of the ledger after a verdict. */
function reservation(
  verdict: SendDecision,
  { runId, message, attempts }: { runId: string; message: string; attempts: number },
  { lease, leaseUntil, now }: { lease: string; leaseUntil: number; now: number },
): Reservation {
  const row = { runId, message, reason: null, recipient: null, content: null, attempts, reservedAt: now };
  switch (verdict.verdict) {
    case 'send': {
      const { recipient, content } = verdict;
      const sent = { recipient, content: JSON.stringify(content), attempts: attempts + 1 };
      return { ...row, ...sent, state: 'sending', lease, nextAt: leaseUntil, settledAt: null };
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

/** Until when a message waits (milliseconds), and what for. */
type Slow = { readonly at: number; readonly reason: 'PACED' | 'WARMING_UP' | 'DAILY_LIMIT' };

/** Whether what a connection sends in a day is counted: its number is new, or its owner set a limit (COM22). */
const hasDay = ({ warmUpFirst, dailyLimit }: Going['connection']): boolean =>
  warmUpFirst !== null || dailyLimit !== null;

/** Asks the paced, the limited and the new connections for places. Answers the messages that got none. */
async function keepPace({ client, now }: Transaction, going: readonly Going[]): Promise<ReadonlyMap<Going, Slow>> {
  const slow = new Map<Going, Slow>();
  const limited = Map.groupBy(
    going.filter(({ connection }) => connection.perMinute !== null || hasDay(connection)),
    ({ connection }) => connection,
  );
  const inOrder = [...limited].sort(([one], [other]) => (one.connectionId < other.connectionId ? -1 : 1));
  for (const [connection, all] of inOrder) {
    const { connectionId, perMinute } = connection;
    let wanting = all;
    if (hasDay(connection)) {
      const { granted, nextAt, isWarmUp } = await connectionTakeDay(client, connectionId, all.length, now);
      const reason = isWarmUp ? 'WARMING_UP' : 'DAILY_LIMIT';
      for (const one of all.slice(granted)) slow.set(one, { at: nextAt, reason });
      wanting = all.slice(0, granted);
    }
    if (perMinute === null || wanting.length === 0) continue;
    const { granted, nextAt } = await connectionTakeSlots(client, connectionId, wanting.length, now);
    for (const [place, one] of wanting.slice(granted).entries()) {
      slow.set(one, { at: Math.ceil(nextAt + (place * 60_000) / perMinute), reason: 'PACED' });
    }
  }
  return slow;
}

/** It waits in the ledger for its turn. */
function waitForPlace({ of, attempts }: Going, until: number, reason: string, waiting: NewMessage[]): void {
  if ('intention' in of) waiting.push(waits(of.intention, until, reason));
  else Object.assign(of.row, { state: 'queued', reason, lease: null, nextAt: until, attempts: attempts - 1 });
}

function reserve(engine: Engine, lease: Lease, going: Going, now: number, windowOpen: boolean | undefined): Reserved {
  const { send, known, channel, connection, store, attempts, of } = going;
  const { recipient, content, mjml } = send;
  const { storeId, eventId } = known.run;
  const { connectionId, settings, failures, verified, revision } = connection;
  const intention = 'intention' in of ? of.intention : null;
  const { runId, message } = 'intention' in of ? of.intention : of.row;
  const completion = complete(engine, { runId, message, channel, connection, store, recipient }, now, windowOpen);
  return {
    runId,
    message,
    lease,
    intention,
    known,
    connectionId,
    attempts,
    connectionFailures: failures,
    unverifiedRevision: verified ? null : revision,
    provider: providerOf(engine, connection)!,
    delivery: {
      key: `${runId}:${message}`,
      eventId,
      storeId,
      channel,
      to: recipient,
      content,
      ...(mjml && { mjml }),
      settings,
      ...completion,
    },
  };
}

// Writes the send requests of runs, after the runs' rows. A message that is sent for the first time is written into a lease, and becomes a
// row of the ledger with its outcome (outcomes.ts). A message that waits, or was in the ledger before, has its row at once.
import type { Channel } from '@retoma/flow';
import {
  connectionAcquireDailyQuota,
  connectionAcquireSlots,
  type ConnectionRow,
} from '../../db/queries/contacts/connections.ts';
import { shortLinkInsertMany, type ShortLink } from '../../db/queries/messages/short-links.ts';
import { messageLeaseInsert } from '../../db/queries/messages/message-leases.ts';
import {
  messageInsertMany,
  messageReserveMany,
  type OutboxMessage,
  type NewMessage,
  type LedgerUpdate,
  type PendingMessage,
} from '../../db/queries/messages/messages.ts';
import { newId } from '../../platform/ids.ts';
import { buildDelivery, findWindows } from '../../delivery/build-delivery.ts';
import { providerOf } from '../../channels/provider-of.ts';
import type { Engine } from '../engine.ts';
import type { SendNow, SendDecision, SendRequest } from './decide-run.ts';
import type { RunStore } from '../../automations/compiled-versions.ts';
import type { RunSnapshot } from '../../db/queries/runs/run-snapshot.ts';
import type { Batch, RunWrite, TaskResult } from './types.ts';
import type { Lease, Reservation } from '../../delivery/dispatcher.ts';

/** A message that may be sent, before its connection's limits are checked. */
type Candidate = {
  readonly send: SendNow;
  readonly snapshot: RunSnapshot;
  readonly channel: Channel;
  readonly connection: ConnectionRow;
  readonly store: RunStore;
  readonly attempts: number;
  /** A first-time message, or the ledger row of an existing one. */
  readonly of: { readonly outboxMessage: OutboxMessage } | { readonly row: LedgerUpdate };
};

/** Stores send requests and decisions about pending messages; messages to dispatch are added to `batch.reservations`. */
export async function writeMessages(engine: Engine, batch: Batch, writes: readonly RunWrite[]): Promise<void> {
  const { client, leaseUntil, now, mode } = batch;
  const lease: Lease = { id: newId(), open: 0 };
  const waiting: NewMessage[] = [];
  const again: LedgerUpdate[] = [];
  const candidates: Candidate[] = [];
  for (const { result, row: run } of writes) {
    const snapshot: RunSnapshot = { run, state: result.decision?.state ?? result.before };
    for (const request of result.decision?.sends ?? [])
      addSendRequest(request, snapshot, result.context, now, waiting, candidates);
    for (const { message, decision, connection, state } of result.pendingDecisions) {
      const row = { ...ledgerUpdate(decision, message, { lease: lease.id, leaseUntil, now }), state };
      if (state === 'sending' && decision.kind === 'wait') keepUnknownLease(row, message.leaseId, now);
      if (state === 'unknown') row.leaseId = message.leaseId;
      again.push(row);
      if (decision.kind !== 'send' || !connection || !result.context) continue;
      const { channel } = message;
      const { store } = result.context;
      candidates.push({ send: decision, snapshot, channel, connection, store, attempts: row.attempts, of: { row } });
    }
  }
  const deferrals = await admitSends(batch, candidates);
  const windowOf = await findWindows(engine, client, candidates, now);
  const outboxMessages: OutboxMessage[] = [];
  const links: ShortLink[] = [];
  for (const one of candidates) {
    const until = deferrals.get(one);
    if (until !== undefined) defer(one, until.at, until.reason, waiting);
    else {
      batch.reservations.push(reserve(engine, lease, one, now, windowOf(one)));
      links.push(...one.send.links);
      if ('outboxMessage' in one.of) outboxMessages.push(one.of.outboxMessage);
    }
  }
  lease.open = outboxMessages.length;
  if (outboxMessages.length > 0)
    await messageLeaseInsert(client, { leaseId: lease.id, expiresAt: leaseUntil, reservedAt: now, outboxMessages });
  await shortLinkInsertMany(client, links, now);
  await messageInsertMany(client, waiting, mode !== 'batch');
  await messageReserveMany(client, again);
}

function addSendRequest(
  { effect, decision }: SendRequest,
  snapshot: RunSnapshot,
  context: TaskResult['context'],
  now: number,
  waiting: NewMessage[],
  candidates: Candidate[],
): void {
  const { channel, message, due, guards, listens } = effect;
  const connection = context?.connection(channel);
  if (!context || !connection) throw new Error(`a message of run ${snapshot.run.runId} is sent without a connection`);
  const { connectionId, storeId } = connection;
  const isSent = decision.kind === 'send';
  const outboxMessage: OutboxMessage = {
    runId: snapshot.run.runId,
    messageKey: message,
    storeId,
    channel,
    connectionId,
    recipient: isSent ? decision.recipient : null,
    content: isSent ? JSON.stringify(decision.content) : null,
    dueAt: due,
    guards,
    contactHash: listens.length > 0 ? context.contactHash(channel) : null,
    reservedAt: now,
  };
  if (isSent) {
    const { store } = context;
    candidates.push({ send: decision, snapshot, channel, connection, store, attempts: 1, of: { outboxMessage } });
  } else waiting.push(queuedMessage(outboxMessage, decision.until, decision.reason));
}

const queuedMessage = (outboxMessage: OutboxMessage, nextAttemptAt: number, reason: string): NewMessage => ({
  outboxMessage,
  state: 'queued',
  reason,
  attempts: 0,
  nextAttemptAt,
  leaseId: null,
  providerMessageId: null,
  settledAt: null,
});

/** The row of a message of the ledger after a decision. */
function ledgerUpdate(
  decision: SendDecision,
  { runId, messageKey, attempts }: Pick<PendingMessage, 'runId' | 'messageKey' | 'attempts'>,
  { lease, leaseUntil, now }: { lease: string; leaseUntil: number; now: number },
): LedgerUpdate {
  const row = { runId, messageKey, reason: null, recipient: null, content: null, attempts, reservedAt: now };
  switch (decision.kind) {
    case 'send': {
      const { recipient, content } = decision;
      const sent = { recipient, content: JSON.stringify(content), attempts: attempts + 1 };
      return { ...row, ...sent, state: 'sending', leaseId: lease, nextAttemptAt: leaseUntil, settledAt: null };
    }
    case 'wait':
      return {
        ...row,
        state: 'queued',
        reason: decision.reason,
        leaseId: null,
        nextAttemptAt: decision.until,
        settledAt: null,
      };
    case 'fail':
      return { ...row, state: 'failed', reason: decision.reason, leaseId: null, nextAttemptAt: null, settledAt: now };
    default:
      return decision satisfies never;
  }
}

/** Keeps the lease of a message that may have been sent: its worker may still report the outcome. It is decided again within an hour. */
function keepUnknownLease(row: LedgerUpdate, lease: string | null, now: number): void {
  row.leaseId = lease;
  row.reason = null;
  row.nextAttemptAt = Math.min(row.nextAttemptAt ?? now, now + 60 * 60_000);
}

/** When a waiting message is tried again (milliseconds), and why it waits. */
type Deferral = { readonly at: number; readonly reason: 'PACED' | 'WARMING_UP' | 'DAILY_LIMIT' };

/** Whether a connection has a daily quota: its number is new, or its owner set a limit (COM22). */
const hasDailyQuota = ({ warmUpFirst, dailyLimit }: Candidate['connection']): boolean =>
  warmUpFirst !== null || dailyLimit !== null;

/** Applies the rate and the daily quota of connections. Returns the messages that must wait. */
async function admitSends(
  { client, now }: Batch,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<Candidate, Deferral>> {
  const deferrals = new Map<Candidate, Deferral>();
  const limited = Map.groupBy(
    candidates.filter(({ connection }) => connection.perMinute !== null || hasDailyQuota(connection)),
    ({ connection }) => connection,
  );
  const inOrder = [...limited].sort(([one], [other]) => (one.connectionId < other.connectionId ? -1 : 1));
  for (const [connection, all] of inOrder) {
    const { connectionId, perMinute } = connection;
    let remaining = all;
    if (hasDailyQuota(connection)) {
      const { granted, nextAt, isWarmUp } = await connectionAcquireDailyQuota(client, connectionId, all.length, now);
      const reason = isWarmUp ? 'WARMING_UP' : 'DAILY_LIMIT';
      for (const one of all.slice(granted)) deferrals.set(one, { at: nextAt, reason });
      remaining = all.slice(0, granted);
    }
    if (perMinute === null || remaining.length === 0) continue;
    const { granted, nextAt } = await connectionAcquireSlots(client, connectionId, remaining.length, now);
    for (const [index, one] of remaining.slice(granted).entries()) {
      deferrals.set(one, { at: Math.ceil(nextAt + (index * 60_000) / perMinute), reason: 'PACED' });
    }
  }
  return deferrals;
}

/** Queues a message in the ledger until its connection may send it. */
function defer({ of, attempts }: Candidate, until: number, reason: string, waiting: NewMessage[]): void {
  if ('outboxMessage' in of) waiting.push(queuedMessage(of.outboxMessage, until, reason));
  else
    Object.assign(of.row, {
      state: 'queued',
      reason,
      leaseId: null,
      nextAttemptAt: until,
      attempts: attempts - 1,
    } satisfies Partial<LedgerUpdate>);
}

function reserve(
  engine: Engine,
  lease: Lease,
  candidate: Candidate,
  now: number,
  windowOpen: boolean | undefined,
): Reservation {
  const { send, snapshot, channel, connection, store, attempts, of } = candidate;
  const { recipient, content, mjml } = send;
  const { storeId, eventId } = snapshot.run;
  const { connectionId, settings, failures, verified, revision } = connection;
  const outboxMessage = 'outboxMessage' in of ? of.outboxMessage : null;
  const { runId, messageKey: message } = 'outboxMessage' in of ? of.outboxMessage : of.row;
  const details = buildDelivery(engine, { runId, message, channel, connection, store, recipient }, now, windowOpen);
  return {
    runId,
    message,
    lease,
    outboxMessage,
    snapshot,
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
      ...details,
    },
  };
}

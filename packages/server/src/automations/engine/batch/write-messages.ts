// Writes the messages of runs, after the runs' rows and their admission. A message that is sent for the first time is written into a lease,
// and becomes a row of the ledger with its outcome (write-outcomes.ts). A message that waits, is refused, or was in the ledger before, has
// its row at once.
import type { Channel, SendEffect } from '@retoma/flow';
import type { ConnectionRow } from '../../../providers/queries/connections.ts';
import { shortLinkInsertMany } from '../../delivery/queries/short-links.ts';
import { messageLeaseInsert } from '../../delivery/queries/message-leases.ts';
import {
  messageInsertMany,
  messageReserveMany,
  type OutboxMessage,
  type NewMessage,
  type LedgerUpdate,
} from '../../delivery/queries/messages.ts';
import { newId } from '../../../base/ids.ts';
import { buildDelivery, findWindows } from '../../delivery/build-delivery.ts';
import { providerOf } from '../../../providers/channels/provider-of.ts';
import type { Engine } from '../engine.ts';
import type { Admission } from './admit-sends.ts';
import { interrupted } from './decide-task.ts';
import type { SendDecision, SendNow, SendRefusal, SendWait } from './decide-run.ts';
import type { RunContext } from './load-context.ts';
import type { RunStore } from '../../definitions/compiled-versions.ts';
import type { RunSnapshot } from '../queries/run-snapshot.ts';
import type { Batch, RunWrite, TaskResult, PendingDecision } from './types.ts';
import type { Lease, Reservation } from '../../delivery/dispatcher.ts';

/** A message that is sent now. `outboxMessage`: null if it has a row in the ledger. */
type AdmittedSend = {
  readonly send: SendNow;
  readonly connection: ConnectionRow;
  readonly snapshot: RunSnapshot;
  readonly messageKey: string;
  readonly channel: Channel;
  readonly store: RunStore;
  readonly attempts: number;
  readonly outboxMessage: OutboxMessage | null;
};

/** The messages of a batch: new rows that wait or were refused, updates of rows, and those to send. */
type Messages = { readonly rows: NewMessage[]; readonly updates: LedgerUpdate[]; readonly admitted: AdmittedSend[] };

/** Stores the messages of runs. Returns the reservations of those to dispatch after the commit. */
export async function writeMessages(
  engine: Engine,
  { client, leaseUntil, now, mode }: Batch,
  writes: readonly RunWrite[],
  admission: Admission,
): Promise<readonly Reservation[]> {
  const lease: Lease = { id: newId(), open: 0 };
  const { rows, updates, admitted } = messagesOf(writes, admission, { leaseId: lease.id, leaseUntil, now });
  const windowOf = await findWindows(engine, client, admitted, now);
  const reservations = admitted.map((one) => reserve(engine, lease, one, now, windowOf(one)));
  const outboxMessages = admitted.flatMap(({ outboxMessage }) => outboxMessage ?? []);
  lease.open = outboxMessages.length;
  if (outboxMessages.length > 0)
    await messageLeaseInsert(client, { leaseId: lease.id, expiresAt: leaseUntil, reservedAt: now, outboxMessages });
  const links = admitted.flatMap(({ send }) => send.links);
  await shortLinkInsertMany(client, links, now);
  await messageInsertMany(client, rows, mode !== 'batch');
  await messageReserveMany(client, updates);
  return reservations;
}

/** The lease of the messages that a batch sends, and its instants in milliseconds. */
type LeaseTimes = { readonly leaseId: string; readonly leaseUntil: number; readonly now: number };

function messagesOf(writes: readonly RunWrite[], admission: Admission, times: LeaseTimes): Messages {
  const messages: Messages = { rows: [], updates: [], admitted: [] };
  const { rows, updates, admitted } = messages;
  for (const { result, row: run } of writes) {
    const { decision, before, context } = result;
    // A run without a context has no messages.
    if (!context) continue;
    const snapshot: RunSnapshot = { run, state: decision?.state ?? before };
    const { store } = context;
    for (const refusal of decision?.refusals ?? []) rows.push(refusedMessage(refusal, run.runId, context, times.now));
    for (const { send, channel, messageKey, effect, pending } of decidedMessages(result)) {
      const wait = waitOf(send, admission);
      const outboxMessage = effect && toOutboxMessage(effect, textOf(send, wait), run.runId, context, times.now);
      const update = pending && ledgerUpdate(pending, wait, times);
      if (update) updates.push(update);
      if (outboxMessage && wait) rows.push(queuedMessage(outboxMessage, wait));
      if (wait || send.kind !== 'send') continue;
      const { connection } = send;
      const attempts = update?.attempts ?? 1;
      admitted.push({ send, connection, snapshot, messageKey, channel, store, attempts, outboxMessage });
    }
  }
  return messages;
}

/** What was decided about a message. `effect`: of a new one; `pending`: of one that has a row in the ledger. */
type DecidedMessage = {
  readonly send: SendDecision;
  readonly channel: Channel;
  readonly messageKey: string;
  readonly effect: SendEffect | null;
  readonly pending: PendingDecision | null;
};

/** The messages of a run: the new ones, then those of the ledger. */
const decidedMessages = ({ decision, pendingDecisions }: TaskResult): DecidedMessage[] => [
  ...(decision?.sends ?? []).map(({ effect, decision: send }) => {
    const { channel, message: messageKey } = effect;
    return { send, channel, messageKey, effect, pending: null };
  }),
  ...pendingDecisions.map((pending) => {
    const { channel, messageKey } = pending.message;
    return { send: pending.decision, channel, messageKey, effect: null, pending };
  }),
];

/** Why a message waits: by its decision, or because it was not admitted. */
function waitOf(decision: SendDecision, admission: Admission): SendWait | null {
  if (decision.kind === 'send') return admission.get(decision) ?? null;
  return decision.kind === 'wait' ? decision : null;
}

/** The text of a message for its row. A message that waits for a permit alone is composed again within a second. */
function textOf(decision: SendDecision, wait: SendWait | null): Pick<OutboxMessage, 'recipient' | 'content'> {
  if (decision.kind !== 'send' || wait?.reason === 'BUSY') return { recipient: null, content: null };
  return { recipient: decision.recipient, content: JSON.stringify(decision.content) };
}

function toOutboxMessage(
  { channel, message, due, guards, listens }: SendEffect,
  text: Pick<OutboxMessage, 'recipient' | 'content'>,
  runId: string,
  context: RunContext,
  now: number,
): OutboxMessage {
  const connection = context.connection(channel);
  if (!connection) throw new Error(`a message of run ${runId} is sent without a connection`);
  const { connectionId, storeId } = connection;
  return {
    runId,
    messageKey: message,
    storeId,
    channel,
    connectionId,
    ...text,
    dueAt: due,
    guards,
    contactHash: listens.length > 0 ? context.contactHash(channel) : null,
    reservedAt: now,
  };
}

const queuedMessage = (outboxMessage: OutboxMessage, { until, reason }: SendWait): NewMessage => ({
  outboxMessage,
  state: 'queued',
  reason,
  attempts: 0,
  nextAttemptAt: until,
  leaseId: null,
  providerMessageId: null,
  settledAt: null,
});

/** The row of a message that was refused at once: nothing was composed, and there may be no connection. */
function refusedMessage({ effect, reason }: SendRefusal, runId: string, context: RunContext, now: number): NewMessage {
  const { channel, message, due } = effect;
  return {
    outboxMessage: {
      runId,
      messageKey: message,
      storeId: context.store.storeId,
      channel,
      connectionId: context.connection(channel)?.connectionId ?? null,
      recipient: null,
      content: null,
      dueAt: due,
      guards: [],
      contactHash: null,
      reservedAt: now,
    },
    state: refusedState(reason),
    reason,
    attempts: 0,
    nextAttemptAt: null,
    leaseId: null,
    providerMessageId: null,
    settledAt: now,
  };
}

/** Reasons that mark a message as skipped instead of failed, because it is no longer needed or wanted. */
const skipReasons: ReadonlySet<string> = new Set([
  'RUN_OVER',
  'STOPPED',
  'CONDITION_CHANGED',
  'AUTOMATION_DELETED',
  'OPTED_OUT',
]);

const refusedState = (reason: string): 'failed' | 'skipped' => (skipReasons.has(reason) ? 'skipped' : 'failed');

/** The longest time until a message that may have been sent is decided again, in milliseconds. */
const unknownRetryMs = 60 * 60_000;

/**
 * The row of a pending message after its decision. One whose lease expired may have been sent: while it waits it keeps the lease, since its
 * worker may still report the outcome.
 */
function ledgerUpdate(
  { message, decision }: PendingDecision,
  wait: SendWait | null,
  { leaseId, leaseUntil, now }: LeaseTimes,
): LedgerUpdate {
  const { runId, messageKey, attempts } = message;
  const mayBeSent = message.state === 'sending';
  const row = { runId, messageKey, attempts, reservedAt: now, ...textOf(decision, wait) };
  const open = { ...row, reason: mayBeSent ? message.reason : null, settledAt: null };
  if (wait && mayBeSent) {
    const nextAttemptAt = Math.min(wait.until, now + unknownRetryMs);
    return { ...open, state: 'sending', leaseId: message.leaseId, nextAttemptAt };
  }
  if (wait) return { ...open, state: 'queued', reason: wait.reason, leaseId: null, nextAttemptAt: wait.until };
  if (decision.kind !== 'fail') {
    const reason = mayBeSent && message.reason === null ? interrupted : null;
    return { ...open, reason, state: 'sending', attempts: attempts + 1, leaseId, nextAttemptAt: leaseUntil };
  }
  const { reason } = decision;
  const settled = { ...row, reason, nextAttemptAt: null, settledAt: now };
  if (mayBeSent) return { ...settled, state: 'unknown', leaseId: message.leaseId };
  return { ...settled, state: refusedState(reason), leaseId: null };
}

function reserve(
  engine: Engine,
  lease: Lease,
  { send, snapshot, messageKey: message, channel, connection, store, attempts, outboxMessage }: AdmittedSend,
  now: number,
  windowOpen: boolean | undefined,
): Reservation {
  const { recipient, content, mjml } = send;
  const { runId, storeId, eventId } = snapshot.run;
  const { connectionId, settings, failures, verified, revision } = connection;
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

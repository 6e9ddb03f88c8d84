// Decides whether a message is sent, in the transaction that reserves it. Order, checkout and automation are locked meanwhile, so nothing
// that forbids the message can commit before the reservation does.
import {
  composeMessage,
  guardsHold,
  isTooLate,
  nextOpening,
  tooLateFrom,
  type Channel,
  type RunState,
  type SendEffect,
  type SendStep,
} from '@retoma/flow';
import type { LedgerUpdate, PendingMessage } from '../../db/queries/messages/messages.ts';
import type { ShortLink } from '../../db/queries/messages/short-links.ts';
import { payOrigin } from '../../links/store-url.ts';
import { shortCode } from '../../links/short-link.ts';
import { providerOf } from '../../channels/provider-of.ts';
import type { Engine } from '../engine.ts';
import type { SendDecision } from './decide-run.ts';
import type { Batch, PendingDecision } from './types.ts';
import type { CompiledVersion } from '../../automations/compiled-versions.ts';
import type { RunContext } from './load-context.ts';
import { withUnsubscribe } from '../../delivery/unsubscribe-footer.ts';

/** Reason of a message that waits because its automation is paused; releasing the runs releases it (RUN16). */
export const paused = 'PAUSED';

/** COM21: reason of a message to a contact that is held. */
export const newContacts = 'NEW_CONTACTS';

/** When a message that got no permit is decided again, in milliseconds. */
const busyRetryMs = 250;
/** The same for a message of an inactive store, which a person must activate first. */
const inactiveRetryMs = 60 * 60_000;

/** The most attempts to send one message. */
export const maxAttempts = 5;

/** Decides each message of one run. */
export type DecideSend = (effect: Pick<SendEffect, 'step' | 'channel' | 'due' | 'message'>) => SendDecision;

/** Makes the `decideSend` of one run. Each message that is sent now has acquired a permit of its connection. */
export function sendDecider(
  engine: Engine,
  { now, permits }: Batch,
  compiled: CompiledVersion,
  context: RunContext,
  runId: string,
): DecideSend {
  return ({ step, channel, due, message }) => {
    const forbidden = contextRefusal(context, channel);
    if (forbidden) return forbidden;
    // RUN17: an input that is applied late counts at its instant, and so do the sends it leads to.
    if (isTooLate(compiled.plan, due, now)) return { kind: 'fail', reason: 'TOO_LATE' };
    const connection = context.connection(channel);
    const provider = connection && providerOf(engine, connection);
    if (!connection || !provider) return { kind: 'fail', reason: 'NO_CONNECTION' };
    if (context.status === 'held') return { kind: 'wait', until: Infinity, reason: paused };
    if (context.status === 'inactive') return { kind: 'wait', until: now + inactiveRetryMs, reason: 'STORE_INACTIVE' };
    // COM21: a message that would be released too late fails at that limit.
    if (context.heldUntil > now) {
      return {
        kind: 'wait',
        until: Math.min(context.heldUntil, tooLateFrom(compiled.plan, due)),
        reason: newContacts,
      };
    }
    const links: ShortLink[] = [];
    const sending = compiled.plan.steps[step]!.step as SendStep;
    const composed = composeMessage(sending, withUnsubscribe(engine, sending, channel, context), {
      baseUrl: engine.baseUrl(),
      timeZone: compiled.plan.timeZone,
      shorten(target) {
        const code = shortCode(engine.shortLinkKey, runId, message, target);
        const { storeId, connectionId } = connection;
        links.push({ code, storeId, connectionId, runId, messageKey: message, target });
        return `${payOrigin(context.store, engine.baseUrl())}/l/${code}`;
      },
    });
    if (!composed.ok) return { kind: 'fail', reason: composed.reason };
    if (connection.closedUntil > now)
      return { kind: 'wait', until: connection.closedUntil, reason: 'CONNECTION_CLOSED' };
    if (!engine.dispatcher.acquire(connection.connectionId, provider)) {
      return { kind: 'wait', until: now + busyRetryMs, reason: 'BUSY' };
    }
    permits.push(connection.connectionId);
    const { content, mjml } = composed;
    return { kind: 'send', recipient: composed.to.replaceAll('\0', ''), content, ...(mjml && { mjml }), links };
  };
}

/** The refusal of a message for reasons other than its connection, or null. */
function contextRefusal(context: RunContext, channel: Channel): SendDecision | null {
  if (context.status === 'deleted') return { kind: 'fail', reason: 'AUTOMATION_DELETED' };
  if (context.stops.length > 0) return { kind: 'fail', reason: 'STOPPED' };
  // COM8
  const blocked = context.blockedReason(channel);
  return blocked ? { kind: 'fail', reason: blocked } : null;
}

/** What a decision about a pending message reads of its run. `stopped`: the run is over, or ends in this batch. */
export type PendingContext = {
  readonly compiled: CompiledVersion;
  readonly before: RunState | null;
  readonly context: RunContext;
  readonly stopped: boolean;
  readonly now: number;
  readonly decideSend: DecideSend;
};

/**
 * Decides about a message that is queued or whose lease has expired. It is sent only if everything that allowed it still holds, including
 * the conditions before it. RUN13: a message with an expired lease may have been sent, so it is sent again only if its provider
 * deduplicates; otherwise it stays unknown.
 */
export function decidePending(engine: Engine, message: PendingMessage, run: PendingContext): PendingDecision {
  const { now, context } = run;
  const decision = reviewPending(engine, message, run);
  const crashed = message.state === 'sending';
  const state = stateAfter(decision, crashed);
  const connection = context.connection(message.channel);
  const base = { message, decision, connection, state };
  if (decision.kind !== 'fail') return { ...base, input: null };
  const input = crashed
    ? ({ type: 'outcome', message: message.messageKey, outcome: 'unknown' } as const)
    : ({ type: 'outcome', message: message.messageKey, outcome: 'failed', reason: decision.reason } as const);
  return { ...base, input: { input, at: now } };
}

/** A message that may have been sent stays `sending` while it waits: its lease is extended. */
function stateAfter(decision: SendDecision, crashed: boolean): LedgerUpdate['state'] {
  if (decision.kind === 'send') return 'sending';
  if (decision.kind === 'wait') return crashed ? 'sending' : 'queued';
  return crashed ? 'unknown' : stateForReason(decision.reason);
}

/** Reasons that mark a message as skipped instead of failed, because it is no longer needed. */
const skipReasons: ReadonlySet<string> = new Set(['RUN_OVER', 'STOPPED', 'CONDITION_CHANGED', 'AUTOMATION_DELETED']);

const stateForReason = (reason: string): 'skipped' | 'failed' => (skipReasons.has(reason) ? 'skipped' : 'failed');

function reviewPending(engine: Engine, message: PendingMessage, run: PendingContext): SendDecision {
  const { compiled, context, now, stopped, decideSend } = run;
  const { plan } = compiled;
  const step = plan.numbers.get(message.messageKey.slice(0, message.messageKey.lastIndexOf('#')));
  if (step === undefined || stopped) return { kind: 'fail', reason: 'RUN_OVER' };
  const connection = context.connection(message.channel);
  if (message.state === 'sending') {
    const provider = connection && providerOf(engine, connection);
    // Only the connection that sent the first attempt can recognise the key.
    const isKnownKey = provider?.deduplicates && connection?.connectionId === message.connectionId;
    if (!isKnownKey || message.attempts >= maxAttempts) {
      return { kind: 'fail', reason: 'UNKNOWN' };
    }
  }
  if (isTooLate(plan, message.dueAt, now)) return { kind: 'fail', reason: 'TOO_LATE' };
  if (!guardsHold(plan, message.guards ?? [], context.resolve)) return { kind: 'fail', reason: 'CONDITION_CHANGED' };
  const opening = plan.quietHours ? nextOpening(plan.quietHours, now, plan.timeZone) : now;
  if (opening > now) return { kind: 'wait', until: opening, reason: 'QUIET_HOURS' };
  return decideSend({ step, channel: message.channel, due: message.dueAt, message: message.messageKey });
}

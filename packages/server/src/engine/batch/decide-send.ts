// Whether a message may go, asked in the transaction that reserves it, while order, checkout and automation are locked: so nothing
// that forbids it can have been committed before the reservation is.
import {
  composeMessage,
  guardsHold,
  nextOpening,
  type Channel,
  type RunState,
  type SendEffect,
  type SendStep,
} from '@retoma/flow';
import type { ConnectionRow } from '../../db/queries/contacts/connections.ts';
import type { PendingMessage, Reservation } from '../../db/queries/messages/messages.ts';
import type { ShortLink } from '../../db/queries/messages/short-links.ts';
import { payOrigin } from '../../links/store-url.ts';
import { shortCode } from '../../links/short-link.ts';
import { providerOf, type Engine } from '../engine.ts';
import type { TimedInput, SendDecision } from './decide-run.ts';
import type { Transaction } from './run-batch.ts';
import type { ReadyPlan } from '../../automations/compiled-versions.ts';
import type { RunContext } from './load-context.ts';
import { withUnsubscribe } from '../../delivery/unsubscribe-footer.ts';

/** What the ledger says of a message that waits because its automation is paused; releasing the runs releases it (RUN16). */
export const paused = 'PAUSED';

/** COM21: what the ledger says of a message to a contact that is held. */
export const newContacts = 'NEW_CONTACTS';

/** After this long a message for which a provider had no room is looked at again, in milliseconds. */
const busyRetryMs = 250;
/** The same for one whose store is inactive: somebody must act first. */
const inactiveRetryMs = 60 * 60_000;

/** So often a message is given to its provider at most. */
export const maxAttempts = 5;

/** Says of each message of one run whether it may go now. */
export type DecideSend = (effect: Pick<SendEffect, 'step' | 'channel' | 'due' | 'message'>) => SendDecision;

/** Judges what a run wants to send. Where it may go, room for it with its provider is taken. */
export function sendDecider(
  engine: Engine,
  { now, permits }: Transaction,
  ready: ReadyPlan,
  around: RunContext,
  runId: string,
): DecideSend {
  return ({ step, channel, due, message }) => {
    const refused = refusalOf(around, channel);
    if (refused) return refused;
    // RUN17: what was heard long ago counts at its instant, and so does what it leads to.
    if (now - due > ready.plan.lateAfter) return { verdict: 'fail', reason: 'TOO_LATE' };
    const connection = around.connection(channel);
    const provider = connection && providerOf(engine, connection);
    if (!connection || !provider) return { verdict: 'fail', reason: 'NO_CONNECTION' };
    if (around.standing === 'held') return { verdict: 'wait', until: Infinity, reason: paused };
    if (around.standing === 'inactive')
      return { verdict: 'wait', until: now + inactiveRetryMs, reason: 'STORE_INACTIVE' };
    // COM21: one that would be released too late fails as soon as it is.
    if (around.heldUntil > now) {
      return {
        verdict: 'wait',
        until: Math.min(around.heldUntil, due + ready.plan.lateAfter + 1),
        reason: newContacts,
      };
    }
    const links: ShortLink[] = [];
    const sending = ready.plan.steps[step]!.step as SendStep;
    const composed = composeMessage(sending, withUnsubscribe(engine, sending, channel, around), {
      baseUrl: engine.baseUrl(),
      timeZone: ready.plan.timeZone,
      shorten(target) {
        const code = shortCode(engine.shortLinkKey, runId, message, target);
        const { storeId, connectionId } = connection;
        links.push({ code, storeId, connectionId, runId, message, target });
        return `${payOrigin(around.store, engine.baseUrl())}/l/${code}`;
      },
    });
    if (!composed.ok) return { verdict: 'fail', reason: composed.reason };
    if (connection.closedUntil > now)
      return { verdict: 'wait', until: connection.closedUntil, reason: 'CONNECTION_CLOSED' };
    if (!engine.sender.take(connection.connectionId, provider)) {
      return { verdict: 'wait', until: now + busyRetryMs, reason: 'BUSY' };
    }
    permits.push(connection.connectionId);
    const { content, mjml } = composed;
    return { verdict: 'send', recipient: composed.to.replaceAll('\0', ''), content, ...(mjml && { mjml }), links };
  };
}

/** What forbids a message whatever way it would go. */
function refusalOf(around: RunContext, channel: Channel): SendDecision | null {
  if (around.standing === 'deleted') return { verdict: 'fail', reason: 'AUTOMATION_DELETED' };
  if (around.stops.length > 0) return { verdict: 'fail', reason: 'STOPPED' };
  // COM8
  const unwanted = around.unwanted(channel);
  return unwanted ? { verdict: 'fail', reason: unwanted } : null;
}

/** A pending message looked at again: how its row is now, and what its run is told. */
export type Reconsidered = {
  readonly message: PendingMessage;
  readonly verdict: SendDecision;
  readonly connection: ConnectionRow | undefined;
  readonly state: Reservation['state'];
  readonly feed: TimedInput | null;
};

/** What reconsidering needs of the run. `stopped`: it is over, or is ended in this move. */
export type Reconsidering = {
  readonly ready: ReadyPlan;
  readonly before: RunState | null;
  readonly around: RunContext;
  readonly stopped: boolean;
  readonly now: number;
  readonly judge: DecideSend;
};

/**
 * Decides about a message that is queued or whose lease is over. It goes only if everything that let it be written down holds
 * still, the conditions before it among them. RUN13: one whose lease is over may have been sent, so only a provider that
 * deduplicates gets it again; otherwise it is unknown for ever.
 */
export function reconsider(engine: Engine, message: PendingMessage, run: Reconsidering): Reconsidered {
  const { now, around } = run;
  const verdict = decidePending(engine, message, run);
  const crashed = message.state === 'sending';
  const state = stateAfter(verdict, crashed);
  const connection = around.connection(message.channel);
  const base = { message, verdict, connection, state };
  if (verdict.verdict !== 'fail') return { ...base, feed: null };
  const input = crashed
    ? ({ type: 'outcome', message: message.message, outcome: 'unknown' } as const)
    : ({ type: 'outcome', message: message.message, outcome: 'failed', reason: verdict.reason } as const);
  return { ...base, feed: { input, at: now } };
}

/** One that may have been sent stays under that doubt while it waits: its lease goes on. */
function stateAfter(verdict: SendDecision, crashed: boolean): Reservation['state'] {
  if (verdict.verdict === 'send') return 'sending';
  if (verdict.verdict === 'wait') return crashed ? 'sending' : 'queued';
  return crashed ? 'unknown' : settledAs(verdict.reason);
}

/** Reasons for which a message was not wanted any more, rather than impossible. */
const unwanted: ReadonlySet<string> = new Set(['RUN_OVER', 'STOPPED', 'CONDITION_CHANGED', 'AUTOMATION_DELETED']);

const settledAs = (reason: string): 'skipped' | 'failed' => (unwanted.has(reason) ? 'skipped' : 'failed');

function decidePending(engine: Engine, message: PendingMessage, run: Reconsidering): SendDecision {
  const { ready, around, now, stopped, judge } = run;
  const { plan } = ready;
  const step = plan.numbers.get(message.message.slice(0, message.message.lastIndexOf('#')));
  if (step === undefined || stopped) return { verdict: 'fail', reason: 'RUN_OVER' };
  const connection = around.connection(message.channel);
  if (message.state === 'sending') {
    const provider = connection && providerOf(engine, connection);
    // Another connection knows nothing of the key.
    const known = provider?.deduplicates && connection?.connectionId === message.connectionId;
    if (!known || message.attempts >= maxAttempts) {
      return { verdict: 'fail', reason: 'UNKNOWN' };
    }
  }
  if (now - message.dueAt > plan.lateAfter) return { verdict: 'fail', reason: 'TOO_LATE' };
  if (!guardsHold(plan, message.guards ?? [], around.resolve)) return { verdict: 'fail', reason: 'CONDITION_CHANGED' };
  const opening = plan.quietHours ? nextOpening(plan.quietHours, now, plan.timeZone) : now;
  if (opening > now) return { verdict: 'wait', until: opening, reason: 'QUIET_HOURS' };
  return judge({ step, channel: message.channel, due: message.dueAt, message: message.message });
}

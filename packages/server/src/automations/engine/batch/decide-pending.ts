import { guardsHold, isTooLate, nextOpening, type Plan } from '@retoma/flow';
import type { PendingMessage } from '../../delivery/queries/messages.ts';
import type { SendDecision, TimedInput } from './decide-run.ts';
import type { DecideSend } from './decide-send.ts';
import type { RunContext } from './load-context.ts';
import type { SendRules } from './send-rules.ts';

/** The most attempts to send one message. */
export const maxAttempts = 5;

/** RUN13: reason of a message that is sent again because the process that sent it ended without an outcome. */
export const interrupted = 'INTERRUPTED';

/** The decision about a pending message, and the input for its run. */
export type PendingDecision = {
  readonly message: PendingMessage;
  readonly decision: SendDecision;
  readonly input: TimedInput | null;
};

/** What a decision about a pending message reads of its run. `stopped`: the run is over, or ends in this batch. */
export type PendingContext = {
  readonly plan: Plan;
  readonly context: RunContext;
  readonly stopped: boolean;
  readonly now: number;
  readonly decideSend: DecideSend;
};

/**
 * Decides about a message that is queued or whose lease has expired. It is sent only if everything that allowed it still holds, including
 * the conditions before it. RUN13: a message with an expired lease may have been sent, so it is sent again only if its provider
 * deduplicates; otherwise it stays unknown. One whose process ended twice is not sent again: it may be what ends the process.
 */
export function decidePending(rules: SendRules, message: PendingMessage, run: PendingContext): PendingDecision {
  const decision = reviewPending(rules, message, run);
  if (decision.kind !== 'fail') return { message, decision, input: null };
  const input =
    message.state === 'sending'
      ? ({ type: 'outcome', message: message.messageKey, outcome: 'unknown' } as const)
      : ({ type: 'outcome', message: message.messageKey, outcome: 'failed', reason: decision.reason } as const);
  return { message, decision, input: { input, at: run.now } };
}

function reviewPending(rules: SendRules, message: PendingMessage, run: PendingContext): SendDecision {
  const { plan, context, now, stopped, decideSend } = run;
  const step = plan.numbers.get(message.messageKey.slice(0, message.messageKey.lastIndexOf('#')));
  if (step === undefined || stopped) return { kind: 'fail', reason: 'RUN_OVER' };
  if (message.state === 'sending') {
    const connection = context.connection(message.channel);
    // Only the connection that sent the first attempt can recognise the key.
    const isKnownKey =
      connection?.connectionId === message.connectionId && rules.providerOf(connection)?.deduplicates === true;
    if (message.reason === interrupted) return { kind: 'fail', reason: interrupted };
    if (!isKnownKey || message.attempts >= maxAttempts) return { kind: 'fail', reason: 'UNKNOWN' };
  }
  if (isTooLate(plan, message.dueAt, now)) return { kind: 'fail', reason: 'TOO_LATE' };
  if (!guardsHold(plan, message.guards ?? [], context.resolve)) return { kind: 'fail', reason: 'CONDITION_CHANGED' };
  const opening = plan.quietHours ? nextOpening(plan.quietHours, now, plan.timeZone) : now;
  if (opening > now) return { kind: 'wait', until: opening, reason: 'QUIET_HOURS' };
  return decideSend({ step, channel: message.channel, due: message.dueAt, message: message.messageKey });
}

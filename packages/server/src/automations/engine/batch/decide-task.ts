import { guardsHold, isOver, isTooLate, nextOpening, type Input, type Plan, type RunState } from '@retoma/flow';
import type { CompiledVersion } from '../../definitions/compiled-versions.ts';
import { decideRun, type DecisionContext, type RunDecision, type SendDecision } from './decide-run.ts';
import { sendDecider, type DecideSend } from './decide-send.ts';
import type { RunContext } from './load-context.ts';
import type { SendRules } from './send-rules.ts';
import type { LoadedTask, TaskResult, PendingDecision } from './types.ts';
import type { PendingMessage } from '../../delivery/queries/messages.ts';

/** Decides one task: its pending messages, then its inputs and what is due. A run that cannot be decided has a defect (RUN12). */
export function decideTask(loaded: LoadedTask, rules: SendRules, now: number): TaskResult {
  const { task, compiled, before, isDefective, needsContext, context } = loaded;
  const result = { task, before, context, pendingDecisions: [] };
  try {
    if (before && isDefective && !task.pending) return { ...result, decision: unchanged(before) };
    if (!compiled) return { ...result, decision: null };
    if (context) return decideInContext(loaded, compiled, context, rules, now);
    if (needsContext) throw new Error('the event of the run does not exist');
    return { ...result, decision: decideRun(compiled.plan, before, task.inputs, task.wake, withoutContext) };
  } catch (error) {
    return { ...result, context: null, decision: null, error };
  }
}

function decideInContext(
  { task, before, isDefective }: LoadedTask,
  { plan }: CompiledVersion,
  context: RunContext,
  rules: SendRules,
  now: number,
): TaskResult {
  const decideSend = sendDecider(rules, { plan, context, runId: task.run.runId, now });
  const [trigger] = context.stops;
  const { pointless } = context;
  const stopped = trigger !== undefined || pointless !== null || isDefective || (before !== null && isOver(before));
  const pendingDecisions = (task.pending ?? []).map((message) =>
    decidePending(rules, message, { plan, context, stopped, now, decideSend }),
  );
  if (before && isDefective) return { task, before, context, decision: unchanged(before), pendingDecisions };
  let { inputs } = task;
  const over: Input | null =
    trigger === undefined ? pointless && { type: 'cancel', reason: pointless } : { type: 'event', trigger };
  if (over) {
    const stop = { input: over, at: now };
    // RUN18: before all other inputs, except that a new run starts before it can be stopped.
    inputs = task.startedAt === undefined ? [stop, ...inputs] : [...inputs, stop];
  }
  if (pendingDecisions.length > 0) inputs = [...inputs, ...pendingDecisions.flatMap(({ input }) => input ?? [])];
  const decision = decideRun(plan, before, inputs, task.wake, { resolve: context.resolve, decideSend });
  return { task, before, context, decision, pendingDecisions };
}

const unchanged = (state: RunState): RunDecision => ({
  state,
  entries: '',
  sends: [],
  refusals: [],
  finish: null,
  changed: false,
});

/** What a decision without a context is given: `mayNeedData` has promised that it asks for nothing. */
const withoutContext: DecisionContext = {
  resolve: () => bug('read data'),
  decideSend: () => bug('sent'),
};

function bug(did: string): never {
  throw new Error(`a run without a context ${did}`);
}

/** The most attempts to send one message. */
export const maxAttempts = 5;

/** RUN13: reason of a message that is sent again because the process that sent it ended without an outcome. */
export const interrupted = 'INTERRUPTED';

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
 * deduplicates; otherwise it stays unknown. One whose process ended twice is not sent again: it may be what ends the process. RUN21: what
 * a member sends again does not depend on the position of its run.
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
  const { isResend } = message;
  const step = plan.numbers.get(message.messageKey.slice(0, message.messageKey.lastIndexOf('#')));
  if (step === undefined || (stopped && !isResend)) return { kind: 'fail', reason: 'RUN_OVER' };
  if (message.state === 'sending') {
    const connection = context.connection(message.channel);
    // Only the connection that sent the first attempt can recognise the key.
    const isKnownKey =
      connection?.connectionId === message.connectionId && rules.providerOf(connection)?.deduplicates === true;
    if (message.reason === interrupted) return { kind: 'fail', reason: interrupted };
    if (!isKnownKey || message.attempts >= maxAttempts) return { kind: 'fail', reason: 'UNKNOWN' };
  }
  if (isTooLate(plan, message.dueAt, now)) return { kind: 'fail', reason: 'TOO_LATE' };
  const send = { step, channel: message.channel, due: message.dueAt, message: message.messageKey, isResend };
  if (isResend) return decideSend(send);
  if (!guardsHold(plan, message.guards ?? [], context.resolve)) return { kind: 'fail', reason: 'CONDITION_CHANGED' };
  const opening = plan.quietHours ? nextOpening(plan.quietHours, now, plan.timeZone) : now;
  if (opening > now) return { kind: 'wait', until: opening, reason: 'QUIET_HOURS' };
  return decideSend(send);
}

import { parseMessageKey } from '../effect.ts';
import type { Input } from '../input.ts';
import { none, type PlanStep } from '../plan-step.ts';
import type { Plan } from '../plan.ts';
import { handlerOf, isOver, waitsForTime, type RunState } from '../state.ts';

/**
 * Whether a run may read data or send when it takes these inputs and then, unless `wake` is null, is woken for everything that is due at
 * that instant (milliseconds). It may be true for a run that needs nothing, never false for one that does: then `advance` neither calls
 * `resolve` nor returns a send effect.
 */
export function mayNeedData(
  plan: Plan,
  state: RunState | null,
  inputs: readonly { readonly input: Input }[],
  wake: number | null,
): boolean {
  for (const { input } of inputs) {
    if (inputNeedsData(plan, state, input)) return true;
    // A thread that it continues may reach a wait that is due as well.
    if (wake !== null && (input.type === 'start' || input.type === 'outcome')) return true;
  }
  return wake !== null && state !== null && !isOver(state) && dueNeedsData(plan, state, wake);
}

function inputNeedsData(plan: Plan, state: RunState | null, input: Input): boolean {
  switch (input.type) {
    case 'start':
      return plan.steps[0]?.needsData.enter === true;
    case 'outcome':
      return outcomeNeedsData(plan, state, input);
    case 'reply':
    case 'open':
    case 'click':
      return stepOf(plan, input.message)?.handlers[handlerOf[input.type]] !== undefined;
    case 'event':
    case 'cancel':
    case 'resume':
      return false;
    case 'wake':
    case 'skip':
    case 'retry':
      return true;
    default:
      return input satisfies never;
  }
}

function stepOf({ steps, numbers }: Plan, message: string): PlanStep | undefined {
  const key = parseMessageKey(message);
  return key ? steps[numbers.get(key.path) ?? none] : undefined;
}

/** After an outcome its thread continues, and then the handlers of earlier reactions start. */
function outcomeNeedsData(plan: Plan, state: RunState | null, input: Extract<Input, { type: 'outcome' }>): boolean {
  const here = stepOf(plan, input.message);
  if (!here) return false;
  if (input.outcome === 'failed' ? here.needsData.failed : here.needsData.then) return true;
  if (here.listens.length === 0 || !state) return false;
  return state.threads.some(({ at, wait }) => at === here.number && 'pass' in wait && wait.early !== undefined);
}

/** Whether one of the waits that end at `wake` leads to a need. New waits end later. */
function dueNeedsData({ steps }: Plan, { threads, listeners = [] }: RunState, wake: number): boolean {
  for (const { at, wait } of threads) {
    if (!waitsForTime(wait) || wait.until > wake) continue;
    const { step, needsData } = steps[at]!;
    if (step.type === 'delay' ? needsData.then : needsData.enter) return true;
  }
  for (const { step, noReplyAt = Infinity } of listeners) {
    const first = steps[step]!.handlers.onNoReply;
    if (noReplyAt <= wake && first !== undefined && steps[first]!.needsData.enter) return true;
  }
  return false;
}

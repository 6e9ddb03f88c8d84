// The interpreter. `advance` takes one input and returns the new state and the effects; it decides everything and does
// nothing. Production, simulator, preview and tests all drive this one function.
//
// The driver: loads the state, calls `advance`, stores state, entries and messages in one transaction (RUN13), then sends the
// messages and feeds each outcome back under its key. It wakes the run whenever `wakeAt(state)` has come, once for each thing
// that is due. At one instant it feeds, in this order: data changes (and their events), replies, opens and clicks, wakes (RUN10).
//
// INV1. Same plan, state, input, now and answers of `resolve`: same result. The input state is never changed.
// INV2. Between two inputs every thread waits; so a state holds no thread that runs, and survives JSON.
// INV3. One input runs one thread until it waits (early reactions to a message: their handlers, one after the other). Threads interleave
//     nowhere else (RUN1).
// INV4. A message's thread waits from the send effect to the outcome under the same key; an outcome that no thread waits for, and
//     a second one, change nothing.
// INV5. Of what is due, the earliest comes first; at one instant no-reply timers before threads, each in order of creation (RUN10).
// INV6. Once a run is over nothing is sent or started any more, unless a person resumes it (RUN19); outcomes of messages
//     under way are still noted (RUN15).
// INV7. An input that changes nothing returns the same state object, and no effects.
import type { Resolve } from '../conditions/evaluate.ts';
import { settle } from '../steps/action/advance.ts';
import { messageKey, type Effect } from './effect.ts';
import { follow } from './follow.ts';
import type { Input } from './input.ts';
import { kindOf } from './kinds.ts';
import { handleReaction, startHandler, withoutReply } from './listen.ts';
import type { Plan, PlanStepOf } from './plan.ts';
import { after, Run } from './run.ts';
import { resumeFrom } from './retry-from-step.ts';
import { dueOf, isOver, wakeAt, waitsForTime, type RunState, type Sending } from './state.ts';

/** A run that waited and became due more than this ago is cancelled when a pause ends (RUN16), in milliseconds. */
const staleAfter = 24 * 60 * 60_000;

/** What an input leads to. */
export type Advanced = { readonly state: RunState; readonly effects: readonly Effect[] };

/**
 * Advances a run by one input. `now` is the instant of the input in milliseconds since 1970, `resolve` returns condition fields as
 * they are at that instant. `state` is null for the input `start` only.
 */
export function advance(plan: Plan, state: RunState | null, input: Input, now: number, resolve: Resolve): Advanced {
  if (state === null) {
    if (input.type !== 'start') throw new Error(`a run that has not begun cannot take the input ${input.type}`);
    return begin(new Run(plan, state, now, resolve), input.at ?? now);
  }
  const run = new Run(plan, state, now, resolve);
  return take(run, state, input) ? run.close() : { state, effects: [] };
}

function begin(run: Run, due: number): Advanced {
  run.due = due;
  const [first] = run.plan.steps;
  if (first) follow(run, run.newThread(), first, first.number);
  return run.close();
}

/** Takes an input; false if it changes nothing. */
function take(run: Run, state: RunState, input: Input): boolean {
  if (input.type === 'outcome') return takeOutcome(run, state, input);
  if (input.type === 'retry') return resumeFrom(run, state, input);
  if (isOver(state)) return false;
  switch (input.type) {
    case 'start':
      return false;
    case 'wake':
      return takeWake(run, state);
    case 'reply':
    case 'open':
    case 'click':
      return handleReaction(run, input.type, input.message);
    case 'skip':
      return takeSkip(run, state);
    case 'event':
      if (!run.plan.stopOn.includes(input.trigger)) return false;
      run.finish('ended', input.trigger);
      return true;
    case 'cancel':
      run.finish('cancelled', input.reason);
      return true;
    case 'resume':
      return takeResume(run, state);
    default:
      return input satisfies never;
  }
}

function takeOutcome(run: Run, state: RunState, input: Extract<Input, { type: 'outcome' }>): boolean {
  const { steps } = run.plan;
  const slot = slotOf(run.plan, state, input.message);
  if (slot === -1) return false;
  const { at, wait, left } = state.threads[slot]!;
  const sending = wait as Sending;
  const thread = run.activate(slot);
  const here = steps[at] as PlanStepOf<'action'>;
  const move = settle(run, thread, here, sending, input);
  if (isOver(state)) {
    run.listeners = [];
    return true;
  }
  if (!left) follow(run, thread, here, move);
  for (const kind of sending.early ?? []) handleReaction(run, kind, input.message);
  return true;
}

/** The place of the thread that waits for the outcome of a message; -1 where none does. */
function slotOf({ steps }: Plan, { threads }: RunState, message: string): number {
  for (let slot = 0; slot < threads.length; slot++) {
    const { at, wait } = threads[slot]!;
    if ('pass' in wait && messageKey(steps[at]!.path, wait.pass) === message) return slot;
  }
  return -1;
}

/** Does the one thing that is due first (INV5). */
function takeWake(run: Run, state: RunState): boolean {
  const due = wakeAt(state);
  if (due === null || due > run.now) return false;
  run.due = due;
  endWait(run, state, due, false);
  return true;
}

/** RUN19: ends the wait that comes first. That a listener closes is one only where the run waits for nothing else. */
function takeSkip(run: Run, state: RunState): boolean {
  const timers = run.listeners.filter(({ noReplyAt }) => noReplyAt !== undefined);
  const idle = timers.length === 0 && state.threads.length === 0;
  const waits = { ...state, listeners: idle ? run.listeners : timers };
  const due = wakeAt(waits);
  if (due === null) return false;
  endWait(run, waits, due, true);
  return true;
}

/** Ends the first of the waits for an instant (INV5). */
function endWait(run: Run, { threads, listeners = [] }: RunState, due: number, skipped: boolean): void {
  const listener = listeners.find((candidate) => dueOf(candidate) === due);
  if (listener?.noReplyAt !== undefined) startHandler(run, withoutReply(listener), 'onNoReply');
  else if (listener) run.listeners = run.listeners.filter((other) => other !== listener);
  else {
    const slot = threads.findIndex(({ wait }) => waitsForTime(wait) && wait.until === due);
    const here = run.plan.steps[threads[slot]!.at]!;
    const thread = run.activate(slot);
    follow(run, thread, here, kindOf(here).resume?.(run, thread, here, skipped) ?? after);
  }
}

/** RUN16: after a pause the run continues by itself, unless what it waited for is long past. */
function takeResume(run: Run, state: RunState): boolean {
  const due = wakeAt(state);
  if (due === null || run.now - due <= staleAfter) return false;
  run.finish('cancelled', 'STALE');
  return true;
}

// The interpreter. `advance` takes one input and returns the new state and the effects as data; it performs no effects. Production,
// simulator, preview and tests all use this one function.
//
// The driver loads the state, calls `advance`, stores state, entries and messages in one transaction (RUN13), then sends the messages and
// passes each outcome back with its key. When `wakeAt(state)` has come it wakes the run, once for each thing that is due. At one instant it
// passes, in this order: data changes (and their events), replies, opens and clicks, wakes (RUN10).
//
// INV1. Same plan, state, input, now and results of `resolve`: same result. The input state is never changed.
// INV2. Between two inputs every thread waits, so a state contains no running thread and survives JSON.
// INV3. One input runs one thread until it waits (early reactions to a message: their handlers, one after the other). Threads never
//     interleave otherwise (RUN1).
// INV4. A message's thread waits from the send effect to the outcome with the same key. An outcome that no thread waits for, and
//     a second one, change nothing.
// INV5. Of several due things the earliest comes first; at one instant no-reply timers before threads, each in order of creation (RUN10).
// INV6. A run that is over sends and starts nothing more, unless a person resumes it (RUN19); outcomes of messages in flight are
//     still recorded (RUN15).
// INV7. An input that changes nothing returns the same state object and no effects.
import type { Resolve } from '../conditions/evaluate.ts';
import { settle } from '../steps/action/advance.ts';
import { messageKey, type Effect } from '../execution/effect.ts';
import { follow } from './follow.ts';
import type { Input } from '../execution/input.ts';
import { kindOf } from './executors.ts';
import { handleReaction, startHandler, withoutReply } from './listen.ts';
import type { PlanStepOf } from '../execution/plan-step.ts';
import type { Plan } from '../execution/plan.ts';
import { after, Run } from '../execution/run.ts';
import { resumeFrom } from './retry-from-step.ts';
import { dueOf, isOver, wakeAt, waitsForTime, type RunState, type Sending } from '../execution/state.ts';

/** A run that is overdue by more than this when a pause ends is cancelled (RUN16). Milliseconds. */
const staleAfterMs = 24 * 60 * 60_000;

/** The result of an input. */
export type Advanced = { readonly state: RunState; readonly effects: readonly Effect[] };

/**
 * Advances a run by one input. `now`: the instant of the input in milliseconds since 1970. `resolve`: returns the condition fields at that
 * instant. `state` is null only for the input `start`.
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

/** Applies an input; false if it changes nothing. */
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

/** The index of the thread that waits for a message's outcome; -1 if there is none. */
const slotOf = ({ steps }: Plan, { threads }: RunState, message: string): number =>
  threads.findIndex(({ at, wait }) => 'pass' in wait && messageKey(steps[at]!.path, wait.pass) === message);

/** Handles the one thing that is due first (INV5). */
function takeWake(run: Run, state: RunState): boolean {
  const due = wakeAt(state);
  if (due === null || due > run.now) return false;
  run.due = due;
  endWait(run, state, due, false);
  return true;
}

/** RUN19: ends the earliest wait. The closing of a listener counts as one only if the run waits for nothing else. */
function takeSkip(run: Run, state: RunState): boolean {
  const timers = run.listeners.filter(({ noReplyAt }) => noReplyAt !== undefined);
  const idle = timers.length === 0 && state.threads.length === 0;
  const waits = { ...state, listeners: idle ? run.listeners : timers };
  const due = wakeAt(waits);
  if (due === null) return false;
  endWait(run, waits, due, true);
  return true;
}

/** Ends the first wait for this instant (INV5). */
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

/** RUN16: after a pause the run is cancelled if it is too long overdue; otherwise its timers continue it. */
function takeResume(run: Run, state: RunState): boolean {
  const due = wakeAt(state);
  if (due === null || run.now - due <= staleAfterMs) return false;
  run.finish('cancelled', 'STALE');
  return true;
}

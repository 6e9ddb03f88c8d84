import type { Resolve } from '../conditions/evaluate.ts';
import type { StepType } from '../definition/step.ts';
import { messageKey, type Effect, type TimelineEvent, type TimelineEventOf } from './effect.ts';
import { listeningTime, none, type Plan, type PlanStep, type PlanStepOf } from './plan.ts';
import {
  stateVersion,
  waitsForTime,
  type Cause,
  type Listener,
  type RunOutcome,
  type RunState,
  type Thread,
  type Wait,
} from './state.ts';

/** Maximum step executions of one run (RUN14). */
export const stepBudget = 10_000;

/** Maximum messages of one run (RUN14). */
export const messageBudget = 1000;

/** Where a thread goes from a step: into the step of that number, or one of the four below. */
export type Move = number;

/** The step and its lists are over. The same as `none`, so that a way to an empty list needs no case of its own. */
export const after: Move = none;

/** The step failed; what encloses it decides (RUN5). */
export const failed: Move = -2;

/** The thread waits. */
export const parked: Move = -3;

/** The run is over, and the thread with it. */
export const runOver: Move = -4;

/** The thread that runs. */
export type ActiveThread = {
  readonly of: Cause | undefined;
  /** Its place among the threads. */
  readonly slot: number;
  /** The attempt or iteration under way of each retry and loop around its step, outermost first. */
  readonly counts: number[];
  /** Conditions evaluated since it last waited, in pairs: number of the condition, index of its branch. */
  readonly evaluated: number[];
};

/** A run during one input: a mutable copy of its state, and the effects so far. */
export class Run {
  readonly plan: Plan;
  readonly now: number;
  readonly resolve: Resolve;
  /** When what runs now should have run (RUN17). */
  due: number;
  steps: number;
  listeners: Listener[];
  readonly threads: Thread[];
  readonly effects: Effect[] = [];
  #messages: number;
  #passes: { readonly [step: string]: number } | undefined;
  #matches: { readonly [step: string]: number } | undefined;
  #again: true | undefined;
  #over: RunOutcome | undefined;

  constructor(plan: Plan, state: RunState | null, now: number, resolve: Resolve) {
    this.plan = plan;
    this.now = now;
    this.resolve = resolve;
    this.due = now;
    this.steps = state?.steps ?? 0;
    this.threads = [...(state?.threads ?? [])];
    this.listeners = [...(state?.listeners ?? [])];
    this.#messages = state?.messages ?? 0;
    this.#passes = state?.passes;
    this.#matches = state?.matches;
    this.#again = state?.again;
    this.#over = state?.over;
  }

  /**
   * Takes the run up again, with new budgets if it was over (RUN19). Every step is counted from then on, and from the higher of the
   * two numbers that are known: the ledger has none of a sending that was too late.
   */
  resume(passes: { readonly [step: string]: number }): void {
    if (this.#over) [this.steps, this.#messages] = [0, 0];
    this.#over = undefined;
    this.#again = true;
    const known = { ...this.#passes };
    for (const [step, pass] of Object.entries(passes)) known[step] = Math.max(known[step] ?? 0, pass);
    this.#passes = known;
  }

  /** Takes a waiting thread out of its place, to run. */
  activate(slot: number): ActiveThread {
    const { of, counts = [] } = this.threads[slot]!;
    // Most runs have one thread, and `splice` makes a list of what it takes out.
    if (slot === this.threads.length - 1) this.threads.pop();
    else this.threads.splice(slot, 1);
    return { of, slot, counts: [...counts], evaluated: [] };
  }

  /** A new thread, after all others; the main thread before them. */
  newThread(of?: Cause, counts: number[] = []): ActiveThread {
    return { of, slot: of ? this.threads.length : 0, counts, evaluated: [] };
  }

  /** Lets a thread wait at a step. */
  park({ of, slot, counts }: ActiveThread, { number: at }: PlanStep, wait: Wait): Move {
    const parkedThread = { ...(of && { of }), at, ...(counts.length > 0 && { counts }), wait };
    if (slot === this.threads.length) this.threads.push(parkedThread);
    else this.threads.splice(slot, 0, parkedThread);
    return parked;
  }

  /** Notes what happened at a step (RUN15). */
  record<Type extends StepType>(
    thread: ActiveThread,
    here: PlanStepOf<Type>,
    event: TimelineEventOf<Type>,
    duration = 0,
  ): void {
    this.#note(thread.of, here, event, duration);
  }

  /** Notes that a handler starts; path and id are its action's. */
  recordStart(of: Cause, action: PlanStep): void {
    this.#note(of, action, { type: 'handler', outcome: 'starts', handler: of.on }, 0);
  }

  #note(of: Cause | undefined, { path, id }: PlanStep, event: TimelineEvent, duration: number): void {
    const thread = of ? `${of.on}@${messageKey(this.plan.steps[of.step]!.path, of.pass)}` : 'main';
    this.effects.push({ type: 'record', entry: { at: this.now, thread, path, id, ...event }, duration });
  }

  /** The number of the step's next send, from 1. */
  nextPass({ number, repeats }: PlanStep): number {
    if (!repeats && !this.#again) return 1;
    const pass = (this.#passes?.[number] ?? 0) + 1;
    this.#passes = { ...this.#passes, [number]: pass };
    return pass;
  }

  /** Counts a message; false if it exceeds the budget (RUN14). */
  countMessage(): boolean {
    return ++this.#messages <= messageBudget;
  }

  /** Counts a step execution; false if it exceeds the budget (RUN14). */
  countStep(): boolean {
    return ++this.steps <= stepBudget;
  }

  /** RUN3: stores which branch a condition matched, if a gate depends on it. */
  remember({ number, gatesSteps }: PlanStepOf<'condition'>, branch: number): void {
    if (gatesSteps) this.#matches = { ...this.#matches, [number]: branch };
  }

  /** RUN3: forgets what conditions from a step on matched. */
  forgetMatches(from: number): void {
    const before = Object.entries(this.#matches ?? {}).filter(([condition]) => Number(condition) < from);
    this.#matches = before.length > 0 ? Object.fromEntries(before) : undefined;
  }

  /** RUN3: whether the gate of a step is open. */
  admits({ gate }: PlanStep): boolean {
    if (gate === null) return true;
    if (gate === 'never') return false;
    const { step } = this.plan.steps[gate.condition] as PlanStepOf<'condition'>;
    const matched = this.#matches?.[gate.condition];
    return matched !== undefined && step.branches?.[matched]?.id === gate.branch;
  }

  /** RUN8: listens to a message that was sent, if the step has lists for what may come. */
  listen({ number, listens: on }: PlanStep, pass: number): void {
    if (on.length === 0) return;
    const until = this.now + listeningTime;
    const noReplyAt = on.includes('onNoReply') ? { noReplyAt: this.now + this.plan.noReplyAfter } : {};
    this.listeners.push({ step: number, pass, until, ...noReplyAt, on });
  }

  /** Ends the whole run: every thread, timer and listener (RUN4). Messages under way stay, to be noted when their outcome comes. */
  finish(outcome: RunOutcome, reason?: string): Move {
    this.#over = outcome;
    this.listeners = [];
    this.threads.splice(0, this.threads.length, ...this.threads.filter(({ wait }) => !waitsForTime(wait)));
    this.effects.push({ type: 'finish', outcome, ...(reason !== undefined && { reason }) });
    return runOver;
  }

  /** The state after the input. A run with nothing left to wait for is completed (RUN12). */
  close(): { state: RunState; effects: Effect[] } {
    if (!this.#over && this.threads.length === 0 && this.listeners.length === 0) this.finish('completed');
    const over = this.#over;
    const state: RunState = {
      v: stateVersion,
      steps: this.steps,
      messages: this.#messages,
      threads: this.threads,
      ...(this.listeners.length > 0 && { listeners: this.listeners }),
      ...(this.#passes && !over && { passes: this.#passes }),
      ...(this.#matches && { matches: this.#matches }),
      ...(this.#again && !over && { again: this.#again }),
      ...(over && { over }),
    };
    return { state, effects: this.effects };
  }
}

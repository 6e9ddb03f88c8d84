import type { Resolve } from '../conditions/evaluate.ts';
import type { StepType } from '../steps/step.ts';
import { messageKey, type Effect, type TimelineEvent, type TimelineEventOf } from './effect.ts';
import { none, type PlanStep, type PlanStepOf } from './plan-step.ts';
import { listeningTime, type Plan } from './plan.ts';
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

/** Where a thread continues after a step: at the step of that number, or one of the four values below. */
export type Move = number;

/** The step and its lists are done. Equal to `none`, so that an edge to an empty list needs no special case. */
export const after: Move = none;

/** The step failed; the enclosing retry or loop decides (RUN5). */
export const failed: Move = -2;

/** The thread waits. */
export const parked: Move = -3;

/** The run is over, and so is the thread. */
export const runOver: Move = -4;

/** The running thread. */
export type ActiveThread = {
  readonly of: Cause | undefined;
  /** Its index among the threads. */
  readonly slot: number;
  /** The current attempt or iteration of each enclosing retry and loop, outermost first. */
  readonly counts: number[];
  /** Conditions evaluated since its last wait, in pairs: number of the condition, index of its branch. */
  readonly evaluated: number[];
};

/** A run during one input: a mutable copy of its state, and the effects so far. */
export class Run {
  readonly plan: Plan;
  readonly now: number;
  readonly resolve: Resolve;
  /** When the current step should have run (RUN17). */
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
   * Resumes the run, with new budgets if it was over (RUN19). From now on every step's passes are counted, beginning at the higher of the
   * two known numbers: the ledger lacks sends that were too late.
   */
  resume(passes: { readonly [step: string]: number }): void {
    if (this.#over) [this.steps, this.#messages] = [0, 0];
    this.#over = undefined;
    this.#again = true;
    const known = { ...this.#passes };
    for (const [step, pass] of Object.entries(passes)) known[step] = Math.max(known[step] ?? 0, pass);
    this.#passes = known;
  }

  /** Removes a waiting thread from the list, to run it. */
  activate(slot: number): ActiveThread {
    const { of, counts = [] } = this.threads[slot]!;
    // Most runs have one thread, and `splice` allocates a list of removed entries.
    if (slot === this.threads.length - 1) this.threads.pop();
    else this.threads.splice(slot, 1);
    return { of, slot, counts: [...counts], evaluated: [] };
  }

  /** A new thread: the main thread is first, others are last. */
  newThread(of?: Cause, counts: number[] = []): ActiveThread {
    return { of, slot: of ? this.threads.length : 0, counts, evaluated: [] };
  }

  /** Makes a thread wait at a step. */
  park({ of, slot, counts }: ActiveThread, { number: at }: PlanStep, wait: Wait): Move {
    const parkedThread = { ...(of && { of }), at, ...(counts.length > 0 && { counts }), wait };
    if (slot === this.threads.length) this.threads.push(parkedThread);
    else this.threads.splice(slot, 0, parkedThread);
    return parked;
  }

  /** Records a step's event (RUN15). */
  record<Type extends StepType>(
    thread: ActiveThread,
    here: PlanStepOf<Type>,
    event: TimelineEventOf<Type>,
    duration = 0,
  ): void {
    this.#note(thread.of, here, event, duration);
  }

  /** Records the start of a handler; path and id are those of its action. */
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

  /** RUN3: forgets the matched branches of conditions from a step on. */
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

  /** RUN8: listens to reactions to a sent message, if the step has handlers. */
  listen({ number, listens: on }: PlanStep, pass: number): void {
    if (on.length === 0) return;
    const until = this.now + listeningTime;
    const noReplyAt = on.includes('onNoReply') ? { noReplyAt: this.now + this.plan.noReplyAfter } : {};
    this.listeners.push({ step: number, pass, until, ...noReplyAt, on });
  }

  /** Ends the whole run: every thread, timer and listener (RUN4). Threads with a message in flight stay until its outcome is recorded. */
  finish(outcome: RunOutcome, reason?: string): Move {
    this.#over = outcome;
    this.listeners = [];
    this.threads.splice(0, this.threads.length, ...this.threads.filter(({ wait }) => !waitsForTime(wait)));
    this.effects.push({ type: 'finish', outcome, ...(reason !== undefined && { reason }) });
    return runOver;
  }

  /** The state after the input. A run that waits for nothing is completed (RUN12). */
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

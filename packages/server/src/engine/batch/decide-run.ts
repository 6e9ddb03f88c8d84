// One run moved by inputs, in memory: the interpreter is asked, what it wants sent is judged at once, and what cannot be sent is
// an outcome of the same instant. Pure: the caller stores what comes out, in one transaction.
import {
  advance,
  encodeEntry,
  type Input,
  isOver,
  type MjmlParts,
  type Plan,
  type Resolve,
  type RunOutcome,
  type RunState,
  type SendEffect,
  wakeAt,
} from '@retoma/flow';
import type { ShortLink } from '../../db/queries/messages/short-links.ts';

/** An input and the instant it belongs to, in milliseconds. */
export type TimedInput = { readonly input: Input; readonly at: number };

/**
 * A message that goes now. `content`: the step's data, rendered; `mjml`: of an e-mail that is MJML, its text apart from its values;
 * `links`: the short ones that stand in it.
 */
export type Send = {
  readonly verdict: 'send';
  readonly recipient: string;
  readonly content: object;
  readonly mjml?: MjmlParts;
  readonly links: readonly ShortLink[];
};

/** What becomes of a message that a run wants to send, at the moment it wants it. */
export type SendDecision =
  | Send
  /** It waits in the ledger and is judged again then (milliseconds; Infinity: until somebody changes it). */
  | { readonly verdict: 'wait'; readonly until: number; readonly reason: string }
  /** It is not sent (RUN5). */
  | { readonly verdict: 'fail'; readonly reason: string };

/** A message that a run wants to send, and may. */
export type Wanted = { readonly effect: SendEffect; readonly verdict: Exclude<SendDecision, { verdict: 'fail' }> };

/** What moving a run came to. */
export type Moved = {
  readonly state: RunState;
  /** New entries of the timeline, each with a comma behind it. */
  readonly entries: string;
  readonly intentions: readonly Wanted[];
  /** Where the run is over by this. */
  readonly finish: { readonly outcome: RunOutcome; readonly reason: string | null } | null;
  /** Whether anything is different. */
  readonly changed: boolean;
};

/** What moving takes. `judge` is asked once for each message. */
export type BatchContext = {
  readonly resolve: Resolve;
  readonly judge: (effect: SendEffect) => SendDecision;
};

/** Things due in one run that one move does; a run with more of them goes on at the next. */
const wakesAtOnce = 100;

/**
 * Feeds a run its inputs in order and then, with `wake`, does what is due at `now`, one thing after the other until a message is
 * under way: what is due after that waits until the outcome or the next move, so that a run's threads take turns as in the
 * simulator.
 */
export function moveRun(
  plan: Plan,
  before: RunState | null,
  inputs: readonly TimedInput[],
  wake: number | null,
  around: BatchContext,
): Moved {
  const mover = new Mover(plan, before, around);
  for (const { input, at } of inputs) mover.take(input, at);
  if (wake !== null) mover.wakeUp(wake);
  const { state, entries, intentions, finish } = mover;
  if (!state) throw new Error('a run was moved that has not begun');
  return { state, entries, intentions, finish, changed: state !== before };
}

/** One run while it is moved. */
class Mover {
  state: RunState | null;
  entries = '';
  readonly intentions: Wanted[] = [];
  finish: Moved['finish'] = null;
  readonly #plan: Plan;
  readonly #around: BatchContext;

  constructor(plan: Plan, before: RunState | null, around: BatchContext) {
    this.#plan = plan;
    this.state = before;
    this.#around = around;
  }

  take(input: Input, at: number): void {
    const advanced = advance(this.#plan, this.state, input, at, this.#around.resolve);
    this.state = advanced.state;
    for (const effect of advanced.effects) {
      if (effect.type === 'record') this.entries += `${encodeEntry(this.#plan, effect.entry, effect.duration)},`;
      else if (effect.type === 'finish') this.finish = { outcome: effect.outcome, reason: effect.reason ?? null };
      else this.#send(effect, at);
    }
  }

  #send(effect: SendEffect, at: number): void {
    const verdict = this.#around.judge(effect);
    if (verdict.verdict !== 'fail') this.intentions.push({ effect, verdict });
    else this.take({ type: 'outcome', message: effect.message, outcome: 'failed', reason: verdict.reason }, at);
  }

  wakeUp(until: number): void {
    for (let count = 0; count < wakesAtOnce && this.intentions.length === 0; count++) {
      const due = this.state && !isOver(this.state) ? wakeAt(this.state) : null;
      if (due === null || due > until) break;
      this.take({ type: 'wake' }, until);
    }
  }
}

// Advances one run in memory: applies inputs with the interpreter and decides each send at once. A send that fails becomes an outcome of
// the same instant. Pure: the caller stores the decision in one transaction.
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
import type { ConnectionRow } from '../../../providers/queries/connections.ts';
import type { CountedRecipient } from '../../../stores/limits/queries/recipient-counts.ts';
import type { ShortLink } from '../../delivery/queries/short-links.ts';

/** An input and the instant it belongs to, in milliseconds. */
export type TimedInput = { readonly input: Input; readonly at: number };

/**
 * A message that is sent now, if its connection admits it. `content`: the step's data, rendered. `mjml`: for an MJML e-mail, its text separate from its values.
 * `links`: the short links in it. `counted`: the recipient, if messages to them are limited (COM42).
 */
export type SendNow = {
  readonly kind: 'send';
  readonly connection: ConnectionRow;
  readonly recipient: string;
  readonly content: object;
  readonly mjml?: MjmlParts;
  readonly links: readonly ShortLink[];
  readonly counted: CountedRecipient | null;
};

/** A message that waits in the ledger and is decided again at `until` (milliseconds; Infinity: until its row is changed). */
export type SendWait = { readonly kind: 'wait'; readonly until: number; readonly reason: string };

/** Whether a message that a run wants to send is sent now. */
export type SendDecision =
  | SendNow
  | SendWait
  /** The message is not sent (RUN5). */
  | { readonly kind: 'fail'; readonly reason: string };

/** A message that a run wants to send, with its decision: now or later. */
export type SendRequest = { readonly effect: SendEffect; readonly decision: SendNow | SendWait };

/** A message that a run wanted to send and that is refused at once: no recipient, opted out, no connection (RUN5). */
export type SendRefusal = { readonly effect: SendEffect; readonly reason: string };

/** The outcome of advancing a run. */
export type RunDecision = {
  readonly state: RunState;
  /** New entries of the timeline, each followed by a comma. */
  readonly entries: string;
  readonly sends: readonly SendRequest[];
  readonly refusals: readonly SendRefusal[];
  /** Set when the run ends by this. */
  readonly finish: { readonly outcome: RunOutcome; readonly reason: string | null } | null;
  /** Whether the state differs from the one before. */
  readonly changed: boolean;
};

/** What a decision reads. `decideSend` is called once for each message. */
export type DecisionContext = {
  readonly resolve: Resolve;
  readonly decideSend: (effect: SendEffect) => SendDecision;
};

/** The most due wake-ups of one run that a batch applies; a run with more of them continues in the next batch. */
const wakesAtOnce = 100;

/**
 * Applies inputs to a run in order and then, with `wake`, everything due at that instant, until a message is being sent. Wake-ups after
 * that wait for the outcome or the next batch, so that a run's threads interleave as in the simulator.
 */
export function decideRun(
  plan: Plan,
  before: RunState | null,
  inputs: readonly TimedInput[],
  wake: number | null,
  context: DecisionContext,
): RunDecision {
  const run = new RunAdvance(plan, before, context);
  for (const { input, at } of inputs) run.apply(input, at);
  if (wake !== null) run.wakeUp(wake);
  const { state, entries, sends, refusals, finish } = run;
  if (!state) throw new Error('a run was advanced that has not started');
  return { state, entries, sends, refusals, finish, changed: state !== before };
}

/** One run while it is advanced. */
class RunAdvance {
  state: RunState | null;
  entries = '';
  readonly sends: SendRequest[] = [];
  readonly refusals: SendRefusal[] = [];
  finish: RunDecision['finish'] = null;
  readonly #plan: Plan;
  readonly #context: DecisionContext;

  constructor(plan: Plan, before: RunState | null, context: DecisionContext) {
    this.#plan = plan;
    this.state = before;
    this.#context = context;
  }

  apply(input: Input, at: number): void {
    const advanced = advance(this.#plan, this.state, input, at, this.#context.resolve);
    this.state = advanced.state;
    for (const effect of advanced.effects) {
      if (effect.type === 'record') this.entries += `${encodeEntry(this.#plan, effect.entry, effect.duration)},`;
      else if (effect.type === 'finish') this.finish = { outcome: effect.outcome, reason: effect.reason ?? null };
      else this.#send(effect, at);
    }
  }

  #send(effect: SendEffect, at: number): void {
    const decision = this.#context.decideSend(effect);
    if (decision.kind !== 'fail') {
      this.sends.push({ effect, decision });
      return;
    }
    const { reason } = decision;
    this.refusals.push({ effect, reason });
    this.apply({ type: 'outcome', message: effect.message, outcome: 'failed', reason }, at);
  }

  wakeUp(until: number): void {
    for (let count = 0; count < wakesAtOnce && this.sends.length === 0; count++) {
      const due = this.state && !isOver(this.state) ? wakeAt(this.state) : null;
      if (due === null || due > until) break;
      this.apply({ type: 'wake' }, until);
    }
  }
}

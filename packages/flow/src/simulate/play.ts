import type { Resolve } from '../conditions/evaluate.ts';
import type { Trigger } from '../members/trigger.ts';
import { advance } from '../interpret/advance.ts';
import type { Entry, SendEffect } from '../execution/effect.ts';
import type { Input } from '../execution/input.ts';
import type { Plan } from '../execution/plan.ts';
import { isOver, wakeAt, type ListenerKind, type RunOutcome, type RunState } from '../execution/state.ts';

/** The environment of a run in virtual time: its data, sends, and the customer. Instants in milliseconds since 1970. */
export type SimulatedEnvironment = {
  /** Returns the condition fields at the current instant. */
  readonly resolve: Resolve;
  /** Applies the next change of the data after `from` and up to `until`; null if there is none. */
  change(from: number, until: number): { readonly at: number; readonly events: readonly Trigger[] } | null;
  /** Sends a message; the outcome is immediate. */
  send(effect: SendEffect, now: number): Sent;
};

/** The outcome of a send: refused, or sent with the customer's reactions. */
export type Sent =
  { readonly sent: false; readonly reason: string } | { readonly sent: true; readonly reactions: readonly Reaction[] };

/** A customer's reaction to a message, and its instant. */
export type Reaction = { readonly kind: ListenerKind; readonly at: number };

/** The result of a run played to its end. */
export type Played = { readonly outcome: RunOutcome; readonly reason?: string; readonly entries: readonly Entry[] };

/** The result of a run played until an instant. `outcome` null: it has not ended, and is in this state. */
export type PartlyPlayed =
  Played | { readonly outcome: null; readonly state: RunState; readonly entries: readonly Entry[] };

/** Plays a run to its end in an environment. `onState` receives every state that production would store. */
export function play(
  plan: Plan,
  environment: SimulatedEnvironment,
  start: number,
  onState: (state: RunState) => RunState = same,
): Played {
  const played = playUntil(plan, environment, start, Infinity, onState);
  if (played.outcome === null) throw new Error('an unfinished run waits for nothing');
  return played;
}

/**
 * Plays a run in an environment until an instant, advancing from one instant with an event to the next (RUN10). `onState`: as for `play`.
 */
export function playUntil(
  plan: Plan,
  environment: SimulatedEnvironment,
  start: number,
  until: number,
  onState: (state: RunState) => RunState,
): PartlyPlayed {
  const entries: Entry[] = [];
  const reactions: (Reaction & { message: string })[] = [];
  let state: RunState | null = null;
  let over: { outcome: RunOutcome; reason?: string } | undefined;
  let clock = start;

  /** Applies an input and performs its effects; the outcome of a send is an input at the same instant. */
  function applyInput(input: Input): void {
    const advanced = advance(plan, state, input, clock, environment.resolve);
    state = onState(advanced.state);
    for (const effect of advanced.effects) {
      if (effect.type === 'record') entries.push(effect.entry);
      else if (effect.type === 'finish') over = effect;
      else deliver(effect);
    }
  }

  function deliver(effect: SendEffect): void {
    const { message } = effect;
    const result = environment.send(effect, clock);
    if (result.sent) for (const reaction of result.reactions) insert(reactions, { ...reaction, message });
    applyInput(
      result.sent
        ? { type: 'outcome', message, outcome: 'sent' }
        : { type: 'outcome', message, outcome: 'failed', reason: result.reason },
    );
  }

  let from = -Infinity;
  while (!over) {
    const wake = nextWake(state, start);
    const [reaction] = reactions;
    const next = Math.min(reaction?.at ?? Infinity, wake);
    const change = next === Infinity ? null : environment.change(from, Math.min(next, until));
    if (!change && (next === Infinity || next > until)) {
      if (!state) throw new Error('a run was played that has not started');
      return { outcome: null, state, entries };
    }
    clock = change?.at ?? next;
    from = clock;
    if (change) {
      for (const trigger of change.events) if (state && !over) applyInput({ type: 'event', trigger });
    } else if (reaction && reaction.at <= wake) {
      reactions.shift();
      applyInput({ type: reaction.kind, message: reaction.message });
    } else applyInput({ type: state ? 'wake' : 'start' });
  }
  return { ...over, entries };
}

const same = (state: RunState): RunState => state;

const nextWake = (state: RunState | null, start: number): number =>
  state ? (isOver(state) ? Infinity : (wakeAt(state) ?? Infinity)) : start;

/** Inserts a reaction in order of instants; reactions of one instant keep the order of their sends. */
function insert<Item extends Reaction>(reactions: Item[], reaction: Item): void {
  let index = reactions.length;
  while (index > 0 && reactions[index - 1]!.at > reaction.at) index--;
  reactions.splice(index, 0, reaction);
}

import type { HandlerName } from '../definition/step.ts';

// What a run is between two inputs: plain JSON, a few hundred bytes. Steps appear as their numbers in the plan (plan.ts), so a
// state belongs to the version of the automation that its run began with. Instants are milliseconds since 1970.

/** The version of the state that `advance` writes; migrate.ts reads the older ones. */
export const stateVersion = 1;

/** How a run can be over (RUN12): every thread done and no listener open, an end step or stopOn, a person, a defect or a budget. */
export type RunOutcome = 'completed' | 'ended' | 'cancelled' | 'failed';

/** The state of one run. */
export type RunState = {
  readonly v: typeof stateVersion;
  /** Step executions and messages so far (RUN14). */
  readonly steps: number;
  readonly messages: number;
  /** In order of their creation (RUN10); the main thread first while it lives. */
  readonly threads: readonly Thread[];
  /** The messages whose replies, opens or clicks still mean something, in order of their sending. */
  readonly listeners?: readonly Listener[];
  /** Step number → sendings so far, of steps that can send more than once; of all steps once the run was resumed (RUN19). */
  readonly passes?: { readonly [step: string]: number };
  /** Step number of a condition → the index of the branch it matched, if a gate of the flat format depends on it (RUN3). */
  readonly matches?: { readonly [step: string]: number };
  /** A person took the run up again (RUN19), and it is not over yet. */
  readonly again?: true;
  /** Present once the run is over. Abandoned threads then only wait to record the outcome of a message in flight. */
  readonly over?: RunOutcome;
};

/** One thread of a run, which waits: a thread that runs exists only inside `advance`. */
export type Thread = {
  /** The message and the list of it that the thread runs (RUN1); absent in the main thread. */
  readonly of?: Cause;
  /** The step it waits at. */
  readonly at: number;
  /** The attempt or iteration under way of each retry and loop around `at`, outermost first. */
  readonly counts?: readonly number[];
  readonly wait: Wait;
  /** The run resumed at another step (RUN19): the message's outcome and reactions are recorded, and the thread ends. */
  readonly left?: true;
};

/** What started a handler's thread. */
export type Cause = { readonly on: HandlerName; readonly step: number; readonly pass: number };

/** What a thread waits for: an instant (of a delay, of a retry's next attempt, of the end of quiet hours) or a sending's outcome. */
export type Wait = { readonly until: number } | Sending;

/** A message under way. */
export type Sending = {
  readonly pass: number;
  /** When it was handed over. */
  readonly since: number;
  /** Reactions that arrived before its outcome: a provider's webhook can arrive before its response. */
  readonly early?: readonly ListenerKind[];
};

/** A kind of reaction to a message. */
export type ListenerKind = 'open' | 'click' | 'reply';

/** A message that is listened to (RUN8). */
export type Listener = {
  readonly step: number;
  readonly pass: number;
  /** The last instant at which its reactions are handled. */
  readonly until: number;
  /** When onNoReply fires; absent if it does not, or no longer. */
  readonly noReplyAt?: number;
  /** The lists that may still fire; each does so at most once. */
  readonly on: readonly HandlerName[];
};

/** Whether a thread waits for an instant. */
export function waitsForTime(wait: Wait): wait is { readonly until: number } {
  return 'until' in wait;
}

/** Whether a run is over. A message may still be under way. */
export function isOver(state: RunState): boolean {
  return state.over !== undefined;
}

/** The status of a run (RUN12): running while a message is in flight, waiting otherwise. */
export function runStatus(state: RunState): RunOutcome | 'running' | 'waiting' {
  return state.over ?? (state.threads.some(({ wait }) => !waitsForTime(wait)) ? 'running' : 'waiting');
}

/** When the run must be woken next; null if only an external input advances it. */
export function wakeAt(state: RunState): number | null {
  if (state.over) return null;
  let earliest = Infinity;
  for (const { wait } of state.threads) if (waitsForTime(wait)) earliest = Math.min(earliest, wait.until);
  if (state.listeners) for (const listener of state.listeners) earliest = Math.min(earliest, dueOf(listener));
  return earliest === Infinity ? null : earliest;
}

/** When a listener is due: for its onNoReply, else to be closed. */
export function dueOf(listener: Listener): number {
  return listener.noReplyAt ?? listener.until;
}

import type { HandlerName } from '../steps/step.ts';

// The state of a run between two inputs: plain JSON, a few hundred bytes. Steps are stored as their numbers in the plan (plan.ts), so a
// state belongs to the automation version with which its run began. Instants are milliseconds since 1970.

/** The version of the state that `advance` writes; migrate.ts reads older ones. */
export const stateVersion = 1;

/** How a run ends (RUN12): all threads done and no listener open; an end step or stopOn; a person; a failure or a budget. */
export type RunOutcome = 'completed' | 'ended' | 'cancelled' | 'failed';

/** The state of one run. */
export type RunState = {
  readonly v: typeof stateVersion;
  /** Executed steps and messages so far (RUN14). */
  readonly steps: number;
  readonly messages: number;
  /** In order of creation (RUN10); the main thread is first while it lives. */
  readonly threads: readonly Thread[];
  /** The messages whose replies, opens or clicks are still handled, in order of sending. */
  readonly listeners?: readonly Listener[];
  /** Step number → sends so far, for steps that can send more than once; for all steps once the run was resumed (RUN19). */
  readonly passes?: { readonly [step: string]: number };
  /** Step number of a condition → the index of its matched branch, if a gate of the flat format depends on it (RUN3). */
  readonly matches?: { readonly [step: string]: number };
  /** Whether a person resumed the run (RUN19); absent once it is over. */
  readonly again?: true;
  /** Present once the run is over. Remaining threads then only wait to record the outcome of a message in flight. */
  readonly over?: RunOutcome;
};

/** One waiting thread of a run; running threads exist only inside `advance`. */
export type Thread = {
  /** The message and its list that the thread runs (RUN1); absent for the main thread. */
  readonly of?: Cause;
  /** The number of the step at which it waits. */
  readonly at: number;
  /** The current attempt or iteration of each retry and loop around `at`, outermost first. */
  readonly counts?: readonly number[];
  readonly wait: Wait;
  /** The run was resumed at another step (RUN19): the message's outcome and reactions are recorded, then the thread ends. */
  readonly left?: true;
};

/** The cause of a handler's thread. */
export type Cause = { readonly on: HandlerName; readonly step: number; readonly pass: number };

/** What a thread waits for: an instant (of a delay, a retry's next attempt, the end of quiet hours) or the outcome of a send. */
export type Wait = { readonly until: number } | Sending;

/** A message in flight. */
export type Sending = {
  readonly pass: number;
  /** When the send effect was returned. */
  readonly since: number;
  /** Reactions that arrived before its outcome, since a provider's webhook can arrive before its response. */
  readonly early?: readonly ListenerKind[];
};

/** A kind of reaction to a message. */
export type ListenerKind = 'open' | 'click' | 'reply';

/** The handler that each reaction to a message starts (RUN1). */
export const handlerOf = { open: 'onOpen', click: 'onClickLink', reply: 'onResponse' } as const satisfies Record<
  ListenerKind,
  HandlerName
>;

/** A message whose reactions are handled (RUN8). */
export type Listener = {
  readonly step: number;
  readonly pass: number;
  /** The last instant at which its reactions are handled. */
  readonly until: number;
  /** When onNoReply fires; absent if it does not fire, or not any more. */
  readonly noReplyAt?: number;
  /** The handlers that may still fire; each fires at most once. */
  readonly on: readonly HandlerName[];
};

/** Whether a thread waits for an instant. */
export function waitsForTime(wait: Wait): wait is { readonly until: number } {
  return 'until' in wait;
}

/** Whether a run is over. A message may still be in flight. */
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

/** When a listener is due: for its onNoReply, otherwise to be closed. */
export function dueOf(listener: Listener): number {
  return listener.noReplyAt ?? listener.until;
}

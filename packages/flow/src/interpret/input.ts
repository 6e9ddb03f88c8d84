import type { Trigger } from '../definition/trigger.ts';
import type { ListenerKind } from './state.ts';

/** What moves a run. `message` is the key that the send effect carried. */
export type Input =
  /** Begins the run, whose state is null before. `at`: the event's own instant, where the run starts late (RUN17). */
  | { readonly type: 'start'; readonly at?: number }
  /** Time has passed. Does at most one thing that is due; repeat while `wakeAt` is not in the future. */
  | { readonly type: 'wake' }
  /**
   * The outcome of a message. `unknown`: it may or may not have been sent (RUN13); it is never retried, so the thread continues
   * as if it had been.
   */
  | { readonly type: 'outcome'; readonly message: string; readonly outcome: 'sent' | 'unknown' }
  | { readonly type: 'outcome'; readonly message: string; readonly outcome: 'failed'; readonly reason: string }
  /** The customer did something with a message. */
  | { readonly type: ListenerKind; readonly message: string }
  /** An event for the same order or checkout (RUN18: stopOn). */
  | { readonly type: 'event'; readonly trigger: Trigger }
  /** A person cancels the run. */
  | { readonly type: 'cancel'; readonly reason?: string }
  /** A person ends the wait that comes first: what the run waits for most urgently is over now (RUN19). */
  | { readonly type: 'skip' }
  /**
   * A person resumes the run from the step at `path` (RUN19): a live one, or one that is over with no message under way.
   * `passes`: number of a step in the plan → its sends so far in the ledger, of every step that was sent: a run
   * that is over has forgotten them, and no key may be used twice.
   */
  | { readonly type: 'retry'; readonly path: string; readonly passes: { readonly [step: string]: number } }
  /** The automation is active again after a pause that held its runs (RUN16). */
  | { readonly type: 'resume' };

import type { Trigger } from '../members/trigger.ts';
import type { ListenerKind } from './state.ts';

/** An input of a run. `message`: the key of the send effect. */
export type Input =
  /** Begins the run; its state is null before. `at`: the event's instant if the run starts late (RUN17). */
  | { readonly type: 'start'; readonly at?: number }
  /** Time has passed. Handles at most one due thing; repeat until `wakeAt` is in the future. */
  | { readonly type: 'wake' }
  /**
   * The outcome of a message. `unknown`: it may or may not have been sent (RUN13); it is never retried, and the thread continues as if it
   * had been sent.
   */
  | { readonly type: 'outcome'; readonly message: string; readonly outcome: 'sent' | 'unknown' }
  | { readonly type: 'outcome'; readonly message: string; readonly outcome: 'failed'; readonly reason: string }
  /** The customer's reaction to a message. */
  | { readonly type: ListenerKind; readonly message: string }
  /** An event for the same order or checkout (RUN18: stopOn). */
  | { readonly type: 'event'; readonly trigger: Trigger }
  /** A person cancels the run. */
  | { readonly type: 'cancel'; readonly reason?: string }
  /** A person skips the earliest wait of the run (RUN19). */
  | { readonly type: 'skip' }
  /**
   * A person resumes the run from the step at `path` (RUN19): a live run, or one that is over without a message in flight. `passes`: step
   * number → number of its sends in the ledger, for every step that was sent. A run that is over no longer has these numbers, and no key
   * may be used twice.
   */
  | { readonly type: 'retry'; readonly path: string; readonly passes: { readonly [step: string]: number } }
  /** The automation is active again after a pause that held its runs (RUN16). */
  | { readonly type: 'resume' };

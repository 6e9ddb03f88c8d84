import type { HandlerName, SendName, StepType } from '../definition/step.ts';
import type { Channel } from '../definition/trigger.ts';
import type { RunOutcome } from './state.ts';

/** A side effect as data. The driver of the run performs it and passes the outcome back as an input. */
export type Effect =
  | SendEffect
  /** One entry of the run's timeline (RUN15). `duration`: milliseconds that the step took or, for a delay, will take. */
  | { readonly type: 'record'; readonly entry: Entry; readonly duration: number }
  /** The run is over. `reason`: the event of stopOn, STALE, a budget's code, or what the person cancelling gave. */
  | { readonly type: 'finish'; readonly outcome: RunOutcome; readonly reason?: string };

/** A message to be sent. Its thread waits until the outcome comes back under the same key. */
export type SendEffect = {
  readonly type: 'send';
  /** The step's path and the pass: with the run's id, the provider's idempotency key (RUN13). */
  readonly message: string;
  /** The number of the step in the plan: `composeMessage` makes the message at the moment of sending (SEM11). */
  readonly step: number;
  /** The number of this send of the step, from 1. */
  readonly pass: number;
  readonly name: SendName;
  readonly channel: Channel;
  /** When it should have been sent; later than `lateMinutes` after that it is not (RUN17). */
  readonly due: number;
  /** What will be listened for once it is sent; none: replies, opens and clicks need not wake the run. */
  readonly listens: readonly HandlerName[];
  /** The conditions it depends on that its thread evaluated since it last waited; `guardsHold` evaluates them again. */
  readonly guards: Guards;
};

/**
 * Conditions and their matched branches, in pairs: the number of the step in the plan, the index of the branch (if_true and
 * if_false: 0 and 1; a loop's condition that let an iteration begin: 0).
 */
export type Guards = readonly number[];

/** One thing that happened (command line: the trace). Instants in the unit of the driver of the run. */
export type Entry = EntryPlace & TimelineEvent;

/** Where and when something happened. */
export type EntryPlace = {
  readonly at: number;
  /** `main`, or the handler, the action's path and the pass: `onResponse@steps[0]#1`. */
  readonly thread: string;
  readonly path: string;
  readonly id: string | null;
};

/** What happened, by kind of step. */
export type TimelineEvent =
  | { readonly type: 'delay'; readonly outcome: 'waits'; readonly until: number }
  | { readonly type: 'condition'; readonly outcome: 'matched'; readonly branch: string }
  | { readonly type: 'condition'; readonly outcome: 'no_match' }
  | { readonly type: 'action'; readonly outcome: 'sent' | 'unknown' }
  | { readonly type: 'action'; readonly outcome: 'failed' | 'skipped'; readonly reason: string }
  | { readonly type: 'retry'; readonly outcome: 'attempt'; readonly attempt: number }
  | { readonly type: 'retry'; readonly outcome: 'succeeded' | 'exhausted' }
  | { readonly type: 'loop'; readonly outcome: 'iteration'; readonly iteration: number }
  | { readonly type: 'loop'; readonly outcome: 'finished'; readonly reason: 'condition' | 'max' | 'error' }
  | { readonly type: 'handler'; readonly outcome: 'starts'; readonly handler: HandlerName }
  | { readonly type: 'end'; readonly outcome: 'ended' };

/** What happened at a step of a kind. */
export type TimelineEventOf<Type extends StepType> = Extract<TimelineEvent, { type: Type }>;

/** The key of a message: the same for every run, so that the run's id makes it unique (RUN13). */
export function messageKey(path: string, pass: number): string {
  return `${path}#${pass}`;
}

/** The path and the pass in a message's key; null if it is none. */
export function parseMessageKey(key: string): { path: string; pass: number } | null {
  const at = key.lastIndexOf('#');
  const pass = Number(key.slice(at + 1));
  return at > 0 && Number.isInteger(pass) && pass > 0 ? { path: key.slice(0, at), pass } : null;
}

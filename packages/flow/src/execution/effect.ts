import type { HandlerName, SendName, StepType } from '../steps/step.ts';
import type { Channel } from '../members/trigger.ts';
import type { RunOutcome } from './state.ts';

/** A side effect as data. The driver of the run performs it and passes the outcome back as an input. */
export type Effect =
  | SendEffect
  /** One entry of the run's timeline (RUN15). `duration`: milliseconds that the step took or, for a delay, will take. */
  | { readonly type: 'record'; readonly entry: Entry; readonly duration: number }
  /** The run is over. `reason`: the event of stopOn, STALE, a budget's code, or the reason of the person who cancelled. */
  | { readonly type: 'finish'; readonly outcome: RunOutcome; readonly reason?: string };

/** A message to send. Its thread waits until the outcome arrives with the same key. */
export type SendEffect = {
  readonly type: 'send';
  /** The step's path and the pass; with the run's id the provider's idempotency key (RUN13). */
  readonly message: string;
  /** The step's number in the plan: `composeMessage` composes the message when it is sent (SEM11). */
  readonly step: number;
  /** The number of this send of the step, from 1. */
  readonly pass: number;
  readonly name: SendName;
  readonly channel: Channel;
  /** When it should be sent; if it is more than `lateMinutes` late, it is not sent (RUN17). */
  readonly due: number;
  /** The handlers that listen after it is sent; without any, replies, opens and clicks need not wake the run. */
  readonly listens: readonly HandlerName[];
  /** The conditions that it depends on and that its thread evaluated since its last wait; `guardsHold` evaluates them again. */
  readonly guards: Guards;
};

/**
 * Conditions and their matched branches, in pairs: the step's number in the plan, the branch's index (if_true and if_false: 0 and 1; a
 * loop's condition that allowed an iteration: 0).
 */
export type Guards = readonly number[];

/** One entry of the timeline (command line: the trace). Instants in the driver's unit. */
export type Entry = EntryPlace & TimelineEvent;

/** Time and step of an entry. */
export type EntryPlace = {
  readonly at: number;
  /** `main`, or handler, action's path and pass: `onResponse@steps[0]#1`. */
  readonly thread: string;
  readonly path: string;
  readonly id: string | null;
};

/** The event of an entry, by kind of step. */
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

/** The events of steps of a kind. */
export type TimelineEventOf<Type extends StepType> = Extract<TimelineEvent, { type: Type }>;

/** The key of a message, unique in its run; with the run's id globally unique (RUN13). */
export function messageKey(path: string, pass: number): string {
  return `${path}#${pass}`;
}

/** RUN21: the key of a message that is sent again: that of the message, and the id of the request (a UUID). */
export function resentKey(key: string, requestId: string): string {
  return `${sentKey(key)}r${requestId.replaceAll('-', '').toLowerCase()}`;
}

/** The key of the message that was sent again; that of any other message itself. */
export function sentKey(key: string): string {
  return key.replace(/r[0-9a-f]{32}$/, '');
}

/** The path and the pass in a message's key, those of the original for one that was sent again; null if the key is invalid. */
export function parseMessageKey(key: string): { path: string; pass: number } | null {
  const sent = sentKey(key);
  const at = sent.lastIndexOf('#');
  const pass = Number(sent.slice(at + 1));
  return at > 0 && Number.isInteger(pass) && pass > 0 ? { path: sent.slice(0, at), pass } : null;
}

import type { HandlerName } from '../steps/step.ts';
import { parseMessageKey } from '../execution/effect.ts';
import { follow } from './follow.ts';
import type { Run } from '../execution/run.ts';
import { handlerOf, type ListenerKind, type Listener, type Sending } from '../execution/state.ts';

/**
 * Handles an open, a click or a reply (RUN8); false if it changes nothing. After a reply onNoReply does not fire, whether or not the step
 * has onResponse.
 */
export function handleReaction(run: Run, kind: ListenerKind, message: string): boolean {
  const key = parseMessageKey(message);
  const step = key ? run.plan.numbers.get(key.path) : undefined;
  if (!key || step === undefined) return false;
  const listener = run.listeners.find((candidate) => candidate.step === step && candidate.pass === key.pass);
  if (!listener) return keepForOutcome(run, kind, step, key.pass);
  if (run.now > listener.until) return false;
  // The no-reply timer is overdue: it came first, and fires at the next wake.
  if (kind === 'reply' && listener.noReplyAt !== undefined && listener.noReplyAt < run.now) return false;
  const handler = handlerOf[kind];
  const rest = kind === 'reply' ? withoutReply(listener) : without(listener, handler);
  if (listener.on.includes(handler)) startHandler(run, rest, handler);
  else if (rest.on.length < listener.on.length) replace(run, rest);
  else return false;
  return true;
}

/** Starts a handler's thread and runs it; `rest` replaces its listener. */
export function startHandler(run: Run, rest: Listener, on: HandlerName): void {
  const { step, pass } = rest;
  const action = run.plan.steps[step]!;
  replace(run, rest);
  run.recordStart({ on, step, pass }, action);
  follow(run, run.newThread({ on, step, pass }), action, action.handlers[on]!);
}

/** A listener without its reply handlers: a reply came, or onNoReply fired. */
export function withoutReply({ noReplyAt: _noReplyAt, ...listener }: Listener): Listener {
  return without(listener, 'onResponse', 'onNoReply');
}

function without(listener: Listener, ...names: HandlerName[]): Listener {
  return { ...listener, on: listener.on.filter((name) => !names.includes(name)) };
}

/** Replaces the listener of the same message; a listener without handlers is closed. */
function replace(run: Run, rest: Listener): void {
  run.listeners = run.listeners
    .map((listener) => (listener.step === rest.step && listener.pass === rest.pass ? rest : listener))
    .filter(({ on }) => on.length > 0);
}

/** Stores a reaction until the message's outcome, since a webhook can arrive before the provider's response to the send. */
function keepForOutcome(run: Run, kind: ListenerKind, step: number, pass: number): boolean {
  const slot = run.threads.findIndex(({ at, wait }) => at === step && 'pass' in wait && wait.pass === pass);
  const thread = run.threads[slot];
  if (!thread) return false;
  const sending = thread.wait as Sending;
  if (sending.early?.includes(kind)) return false;
  run.threads[slot] = { ...thread, wait: { ...sending, early: [...(sending.early ?? []), kind] } };
  return true;
}

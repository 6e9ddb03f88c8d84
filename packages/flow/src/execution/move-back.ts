import { readState, type StoredState } from './migrate.ts';
import type { Listener, RunState, Thread } from './state.ts';

/** How far a state moves: `ms` of time that passes at once, and the present, in milliseconds since 1970. */
export type Step = { readonly ms: number; readonly now: number };

/** TST6: the state of a run as if more time had passed. What becomes due is due now, since an overdue send is too late (RUN17). */
export const moveBack = (state: RunState, step: Step): RunState => ({
  ...state,
  threads: state.threads.map((thread) => moveThread(thread, step)),
  ...(state.listeners && { listeners: state.listeners.map((listener) => moveListener(listener, step)) }),
});

const moveDue = (at: number, { ms, now }: Step): number => (at > now ? Math.max(at - ms, now) : at);

const moveThread = (thread: Thread, step: Step): Thread => {
  const { wait } = thread;
  return {
    ...thread,
    wait: 'until' in wait ? { until: moveDue(wait.until, step) } : { ...wait, since: wait.since - step.ms },
  };
};

const moveListener = (listener: Listener, step: Step): Listener => ({
  ...listener,
  until: moveDue(listener.until, step),
  ...(listener.noReplyAt !== undefined && { noReplyAt: moveDue(listener.noReplyAt, step) }),
});

/** TST6: `moveBack` for a stored state, as JSON. Throws NewerState for a state that a newer program wrote. */
export const moveStoredBack = (stored: string, step: Step): string =>
  JSON.stringify(moveBack(readState(JSON.parse(stored) as StoredState), step));

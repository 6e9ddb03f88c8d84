import { readState, type StoredState } from './migrate.ts';
import type { Listener, RunState, Thread } from './state.ts';

/** TST6: the state of a run as if `ms` more milliseconds had passed: every instant in it is that much earlier. */
export const moveBack = (state: RunState, ms: number): RunState => ({
  ...state,
  threads: state.threads.map((thread) => moveThread(thread, ms)),
  ...(state.listeners && { listeners: state.listeners.map((listener) => moveListener(listener, ms)) }),
});

const moveThread = (thread: Thread, ms: number): Thread => {
  const { wait } = thread;
  return {
    ...thread,
    wait: 'until' in wait ? { until: wait.until - ms } : { ...wait, since: wait.since - ms },
  };
};

const moveListener = (listener: Listener, ms: number): Listener => ({
  ...listener,
  until: listener.until - ms,
  ...(listener.noReplyAt !== undefined && { noReplyAt: listener.noReplyAt - ms }),
});

/** TST6: `moveBack` for a stored state, as JSON. Throws NewerState for a state that a newer program wrote. */
export const moveStoredBack = (stored: string, ms: number): string =>
  JSON.stringify(moveBack(readState(JSON.parse(stored) as StoredState), ms));

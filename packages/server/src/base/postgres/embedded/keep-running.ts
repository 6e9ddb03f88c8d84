// Starts the embedded PostgreSQL again after it was killed, while a Retoma process uses it. Every such process looks; the one that comes first
// starts it and the others adopt it (INV2 of embedded.ts). Its address stays the same, so open pools connect again by themselves.
import { setTimeout } from 'node:timers/promises';

/** How often a process looks whether its PostgreSQL answers, and the longest pause after starts that failed, in milliseconds. */
const everyMs = 1_000;
const longestMs = 30_000;

/** The server that is watched. `start` starts or adopts it; `onFailure` is called with the error where that fails, and it is tried again. */
type Server = {
  readonly answers: () => Promise<boolean>;
  readonly start: () => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
};

/** Watches until `stop`, which resolves once no start is under way. */
export function keepRunning({ answers, start, onFailure }: Server): { stop: () => Promise<void> } {
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    let pauseMs = everyMs;
    while (!ended.signal.aborted) {
      await setTimeout(pauseMs, undefined, { ref: false, signal: ended.signal }).catch(() => {});
      const wasAway = !ended.signal.aborted && !(await answers());
      const failed =
        wasAway &&
        (await start().then(
          () => false,
          (error: unknown) => (onFailure(error), true),
        ));
      pauseMs = failed ? Math.min(pauseMs * 2, longestMs) : everyMs;
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      ended.abort();
      await watching;
    },
  };
}

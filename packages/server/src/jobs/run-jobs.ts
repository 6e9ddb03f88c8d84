import type { Logger } from '../platform/log.ts';
import type { ObserveDuty } from '../observability/observe-jobs.ts';

/** What workers do again and again. */
export type Duty = {
  readonly name: string;
  readonly everyMs: number;
  /** Answers how much was done, for the log; one that takes long ends early once the signal says so. */
  readonly run: (signal: AbortSignal) => Promise<number>;
};

/**
 * Starts duties, each at once and then at its interval; one that is still under way is not begun again. A failure is logged and
 * tried again at the next turn. `stop` waits for those under way.
 */
export function startDuties(
  log: Logger,
  duties: readonly Duty[],
  observe: ObserveDuty = (_name, run) => run(),
): { stop: () => Promise<void> } {
  const running = new Map<Duty, Promise<void>>();
  const stopping = new AbortController();
  const turn = (duty: Duty): void => {
    if (running.has(duty)) return;
    const done = observe(duty.name, () => duty.run(stopping.signal))
      .then(
        (count) => void (count > 0 && log.info({ duty: duty.name, count }, 'duty done')),
        (error: unknown) => log.error({ err: error, duty: duty.name }, 'duty failed'),
      )
      .finally(() => running.delete(duty));
    running.set(duty, done);
  };
  const timers = duties.map((duty) => {
    turn(duty);
    return setInterval(() => turn(duty), duty.everyMs);
  });
  return {
    async stop() {
      timers.forEach(clearInterval);
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

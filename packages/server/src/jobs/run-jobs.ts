import type { Logger } from '../platform/log.ts';
import type { ObserveJob } from '../observability/observe-jobs.ts';

/** What workers do again and again. */
export type PeriodicJob = {
  readonly name: string;
  readonly everyMs: number;
  /** Returns how much was done, for the log; one that takes long ends early once the signal says so. */
  readonly run: (signal: AbortSignal) => Promise<number>;
};

/**
 * Starts jobs, each at once and then at its interval; one that still runs is not started again. A failure is logged and
 * tried again at the next turn. `stop` waits for those under way.
 */
export function startJobs(
  log: Logger,
  jobs: readonly PeriodicJob[],
  observe: ObserveJob = (_name, run) => run(),
): { stop: () => Promise<void> } {
  const running = new Map<PeriodicJob, Promise<void>>();
  const stopping = new AbortController();
  const turn = (job: PeriodicJob): void => {
    if (running.has(job)) return;
    const done = observe(job.name, () => job.run(stopping.signal))
      .then(
        (count) => void (count > 0 && log.info({ job: job.name, count }, 'job done')),
        (error: unknown) => log.error({ err: error, job: job.name }, 'job failed'),
      )
      .finally(() => running.delete(job));
    running.set(job, done);
  };
  const timers = jobs.map((job) => {
    turn(job);
    return setInterval(() => turn(job), job.everyMs);
  });
  return {
    async stop() {
      timers.forEach(clearInterval);
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

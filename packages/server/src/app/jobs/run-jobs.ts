import type { Logger } from '../../base/log/log.ts';
import type { ObserveJob } from '../../base/telemetry/observe-jobs.ts';

/** A periodic job of the workers. */
export type PeriodicJob = {
  readonly name: string;
  readonly everyMs: number;
  /** Returns an amount for the log. A long run must end early when the signal is aborted. */
  readonly run: (signal: AbortSignal) => Promise<number>;
};

/**
 * Starts jobs, each at once and then at its interval; a job that is still running is not started again. A failure is logged, and the job
 * runs again after its interval. `stop` waits for running jobs.
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
        (count) => void (count > 0 && log.info({ job: job.name, count }, 'job completed')),
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

import type { Clock } from '../clock.ts';
import type { JobMetrics } from './background-metrics.ts';
import { withTraceContext } from './trace-context.ts';
import type { Tracer } from './tracer.ts';

/** Runs one pass of a job, and observes it. */
export type ObserveJob = (name: string, run: () => Promise<number>) => Promise<number>;

/**
 * Counts and times the passes of jobs, and traces each if traces are exported. The label is `job_name`, because Prometheus itself sets
 * `job`.
 */
export function observeJobs(metrics: JobMetrics, clock: Clock, tracer: Tracer | undefined, shard = 0): ObserveJob {
  const known = new Set<string>();
  return async (job_name, run) => {
    if (!known.has(job_name)) metrics.jobs.zero({ job_name, outcome: 'failed' });
    known.add(job_name);
    const stop = metrics.jobs.startTimer({ job_name });
    const span = tracer?.start({ name: `job ${job_name}`, kind: 'internal' });
    try {
      const count = await withTraceContext({ span }, run);
      metrics.jobDone.inc({ job_name }, count);
      metrics.jobSucceeded.set({ shard, job_name }, clock() / 1000);
      stop({ outcome: 'done' });
      if (count > 0) span?.end({ attributes: { 'retoma.count': count } });
      return count;
    } catch (error) {
      stop({ outcome: 'failed' });
      span?.end({ failed: true });
      throw error;
    }
  };
}

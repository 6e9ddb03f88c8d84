import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Metrics of background work: jobs, and the export of traces. */
export function openBackgroundMetrics(registry: Registry) {
  const registers = [registry];
  return {
    jobs: new Histogram({
      name: 'retoma_job_seconds',
      help: 'Time of one pass of a periodic job',
      labelNames: ['job_name', 'outcome'],
      buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300],
      registers,
    }),
    jobDone: new Counter({
      name: 'retoma_job_done_total',
      help: 'How much periodic jobs did: rows, checks',
      labelNames: ['job_name'],
      registers,
    }),
    jobSucceeded: new Gauge({
      name: 'retoma_job_last_success_seconds',
      help: 'When a periodic job last succeeded in this process, in seconds since 1970',
      labelNames: ['shard', 'job_name'],
      registers,
    }),
    spansDropped: new Counter({
      name: 'retoma_spans_dropped_total',
      help: 'Spans that the collector did not take in time',
      registers,
    }),
  };
}

/** The metrics of jobs. */
export type JobMetrics = Pick<ReturnType<typeof openBackgroundMetrics>, 'jobs' | 'jobDone' | 'jobSucceeded'>;

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Metrics of background work: jobs, and the export of traces. */
export function openBackgroundMetrics(registry: Registry) {
  const registers = [registry];
  return {
    jobs: new Histogram({
      name: 'retoma_job_seconds',
      help: 'Duration of a periodic job',
      labelNames: ['job_name', 'outcome'],
      buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300],
      registers,
    }),
    jobDone: new Counter({
      name: 'retoma_job_done_total',
      help: 'Rows or checks processed by periodic jobs',
      labelNames: ['job_name'],
      registers,
    }),
    jobSucceeded: new Gauge({
      name: 'retoma_job_last_success_seconds',
      help: 'Unix time of the last success of a periodic job in this process',
      labelNames: ['shard', 'job_name'],
      registers,
    }),
    spansDropped: new Counter({
      name: 'retoma_spans_dropped_total',
      help: 'Spans that the collector did not accept in time',
      registers,
    }),
  };
}

/** The metrics of jobs. */
export type JobMetrics = Pick<ReturnType<typeof openBackgroundMetrics>, 'jobs' | 'jobDone' | 'jobSucceeded'>;

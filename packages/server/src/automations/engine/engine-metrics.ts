import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The queues that must not be late (R5). */
export const kindsOfWork = ['timers', 'events', 'inputs', 'messages'] as const;

const opened = new WeakMap<Registry, ReturnType<typeof openMetricsOf>>();

/** The Prometheus metrics of the engine of a shard. The engines of one process share a registry. */
export function openEngineMetrics(registry: Registry, shard = 0) {
  const metrics = opened.get(registry) ?? openMetricsOf(registry);
  opened.set(registry, metrics);
  return { ...metrics, shard };
}

function openMetricsOf(registry: Registry) {
  const registers = [registry];
  return {
    batchSeconds: new Histogram({
      name: 'retoma_engine_batch_seconds',
      help: 'Duration of a batch of a queue',
      labelNames: ['queue'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    claimed: new Counter({
      name: 'retoma_engine_claimed_total',
      help: 'Items claimed by queues: events, due runs, inputs, outcomes, waiting messages',
      labelNames: ['queue'],
      registers,
    }),
    failures: new Counter({
      name: 'retoma_engine_failures_total',
      help: 'Failed batches of a queue, which are retried',
      labelNames: ['queue'],
      registers,
    }),
    live: new Gauge({ name: 'retoma_runs_live', help: 'Live runs', labelNames: ['shard'], registers }),
    unaccounted: new Gauge({
      name: 'retoma_runs_unaccounted',
      help: 'Live runs that wait for nothing; negative: timers or messages without a live run; should be 0',
      labelNames: ['shard'],
      registers,
    }),
    waiting: new Gauge({
      name: 'retoma_engine_waiting',
      help: 'Pending items of each kind of work',
      labelNames: ['shard', 'kind'],
      registers,
    }),
    overdue: new Gauge({
      name: 'retoma_engine_overdue_seconds',
      help: 'Delay of the oldest item of each kind of work',
      labelNames: ['shard', 'kind'],
      registers,
    }),
  };
}

/** Removes the values of an engine that has stopped: its shard is open in another process, or at another place. */
export function forgetEngineMetrics({ live, unaccounted, waiting, overdue, shard }: EngineMetrics): void {
  for (const gauge of [live, unaccounted]) gauge.remove({ shard });
  for (const gauge of [waiting, overdue]) for (const kind of kindsOfWork) gauge.remove({ shard, kind });
}

/** The type of an engine's metrics. */
export type EngineMetrics = ReturnType<typeof openEngineMetrics>;

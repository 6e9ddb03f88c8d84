import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './db/pool.ts';

/** What the service counts of itself, for Prometheus. */
export function openMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'retoma_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    insertBatch: new Histogram({
      name: 'retoma_checkout_insert_rows',
      help: 'Checkouts written by one statement',
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers: [registry],
    }),
    rateLimited: new Counter({
      name: 'retoma_rate_limited_total',
      help: 'Requests refused by the rate limit',
      registers: [registry],
    }),
  };
}

/** The metrics of one process. */
export type Metrics = ReturnType<typeof openMetrics>;

/** Shows how the pool is used. */
export function watchPool({ registry }: Metrics, pool: Database): void {
  new Gauge({
    name: 'retoma_database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
}

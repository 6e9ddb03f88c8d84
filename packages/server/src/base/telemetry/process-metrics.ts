// Metrics that each scrape reads from the process. What is read is set once the process has it.
import { Gauge, type Registry } from 'prom-client';

/** The metric of what /health/ready answers. `watchReady` sets how to find out; every scrape checks again, so it needs no request. */
export function openReadyMetric(registry: Registry) {
  let isReady = (): Promise<boolean> => Promise.resolve(false);
  new Gauge({
    name: 'retoma_ready',
    help: 'Whether the process is ready, as reported by /health/ready: 1 or 0',
    registers: [registry],
    async collect() {
      this.set((await isReady()) ? 1 : 0);
    },
  });
  return { watchReady: (ask: () => Promise<boolean>): void => void (isReady = ask) };
}

/** The metric of the clock of the machine. `watchClock` sets where to read it, in milliseconds. */
export function openClockMetric(registry: Registry) {
  let read = (): number => 0;
  new Gauge({
    name: 'retoma_clock_skew_seconds',
    help: 'Clock of the machine minus clock of the database',
    registers: [registry],
    collect() {
      this.set(read() / 1000);
    },
  });
  return { watchClock: (skewMs: () => number): void => void (read = skewMs) };
}

/** Which shards a process knows, and which of them are open. */
type OpenShards = () => ReadonlyMap<number, boolean>;

/** The metric of the shards of one process. `watchShards` sets where to read them; without it the process has shard 0 alone. */
export function openShardMetric(registry: Registry) {
  let read: OpenShards = () => new Map([[0, true]]);
  new Gauge({
    name: 'retoma_shard_open',
    help: 'Whether a shard of this process is open: 1, or 0 while it is moved or its database is unavailable',
    labelNames: ['shard'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [shard, isOpen] of read()) this.set({ shard }, isOpen ? 1 : 0);
    },
  });
  return { watchShards: (shards: OpenShards): void => void (read = shards) };
}

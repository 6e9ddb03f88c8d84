import { Gauge, type Registry } from 'prom-client';

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

import { Counter, Gauge, type Registry } from 'prom-client';

/** The observed members of a connection pool. */
type Pool = { readonly idleCount: number; readonly totalCount: number; readonly waitingCount: number };

/** The label of a pool; above shard 0 it names the shard. */
export const poolName = (name: string, shard = 0): string => (shard === 0 ? name : `${name} ${shard}`);

/** The metrics of the connection pools of one process. `watchPool` adds a pool. */
export function openPoolMetrics(registry: Registry) {
  const pools = new Map<string, Pool>();
  new Gauge({
    name: 'retoma_database_connections',
    help: 'Connections of a pool that are idle or busy, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of pools) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'waited_for' }, pool.waitingCount);
      }
    },
  });
  return {
    slowQueries: new Counter({
      name: 'retoma_database_slow_queries_total',
      help: 'Statements slower than SLOW_QUERY_MS',
      labelNames: ['pool'],
      registers: [registry],
    }),
    watchPool: (name: string, pool: Pool): void => void pools.set(name, pool),
    /** Removes the pools of a shard that this process has closed. */
    forgetPools(shard: number): void {
      for (const name of pools.keys()) if (name.endsWith(` ${shard}`)) pools.delete(name);
    },
  };
}

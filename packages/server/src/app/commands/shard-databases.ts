import { openPool, type Database, type PoolOptions } from '../../base/postgres/pool.ts';
import { shardOf } from '../../base/ids.ts';
import type { Closers } from '../../base/shutdown.ts';
import type { ShardDeps } from '../shards/create-shard.ts';
import { readShards } from '../shards/shard-map.ts';

/** The databases of a command, opened when they are first asked for. */
export type ShardDatabases = {
  /** The database of a shard. Throws if there is no such shard. */
  readonly ofShard: (shard: number) => Database;
  /** The database of a store's shard; of an unknown shard that of shard 0. */
  readonly storeDb: (storeId: string) => Database;
  /** The numbers of all shards. */
  readonly numbers: readonly number[];
};

/** Opens the databases of all shards for a command. `parts.db`: that of shard 0. */
export async function openShardDatabases(
  deps: ShardDeps,
  pool: PoolOptions,
  closers: Closers,
): Promise<ShardDatabases> {
  const places = new Map((await readShards(deps.db, deps.key, deps.ofShard0)).map((place) => [place.shard, place]));
  const opened = new Map([[0, deps.db]]);
  const open = (shard: number): Database | undefined => {
    const place = places.get(shard);
    if (opened.has(shard) || !place) return opened.get(shard);
    const db = openPool(place.connectionString, 2, () => {}, { ...pool, shard });
    closers.add(() => db.end());
    opened.set(shard, db);
    return db;
  };
  return {
    numbers: [0, ...places.keys()],
    storeDb: (storeId) => open(shardOf(storeId)) ?? deps.db,
    ofShard(shard) {
      const db = open(shard);
      if (!db) throw new Error(`Shard ${shard} does not exist.`);
      return db;
    },
  };
}

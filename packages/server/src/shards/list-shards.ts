import { openPool } from '../db/pool.ts';
import { queryOneValue } from '../db/query.ts';
import { shardsNotify, shardUpdate } from '../db/queries/shards/shards.ts';
import { storeCount } from '../db/queries/stores/stores.ts';
import type { ShardParts } from './create-shard.ts';
import { readShards, type Connections, type Shard } from './shard-map.ts';

/** A shard as lists show it. `stores` and `bytes` are null if its database does not respond. */
export type ListedShard = Connections & {
  readonly shard: number;
  readonly state: Shard['state'];
  readonly stores: number | null;
  readonly bytes: number | null;
};

/** All shards, shard 0 first, with what their databases say of them. */
export async function listShards({ db, key, ofShard0 }: ShardParts): Promise<ListedShard[]> {
  const others = await readShards(db, key, ofShard0);
  const all: Omit<ListedShard, 'stores' | 'bytes'>[] = [{ shard: 0, state: 'open', ...ofShard0 }, ...others];
  return Promise.all(
    all.map(async ({ shard, state, connectionString, ownerConnectionString }) => {
      const measured = await measure(connectionString).catch(() => ({ stores: null, bytes: null }));
      return { shard, state, connectionString, ownerConnectionString, ...measured };
    }),
  );
}

async function measure(connectionString: string): Promise<{ stores: number; bytes: number }> {
  const db = openPool(connectionString, 1, () => {});
  try {
    const bytes = await queryOneValue<number>(db, {
      text: `select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class
             where relnamespace = current_schema()::regnamespace and relkind in ('r', 'm')`,
    });
    return { stores: await storeCount(db), bytes };
  } finally {
    await db.end();
  }
}

/** SHD3: makes a shard take no new stores; `undo`: take them again. False: there is no such shard, or it moves. */
export async function drainShard({ db }: ShardParts, shard: number, { undo = false } = {}): Promise<boolean> {
  const [from, state] = undo ? (['drained', 'open'] as const) : (['open', 'drained'] as const);
  const isChanged = (await shardUpdate(db, shard, from, { state })) || (await shardUpdate(db, shard, state, { state }));
  await shardsNotify(db);
  return isChanged;
}

/**
 * SHD3: the shard for a new store: of those that take new ones, the one with the fewest. Shard 0 takes new stores too. A shard that does not
 * respond gets none. `isReachable`: whether the caller can write to a shard; it may not know of one that was just created.
 */
export async function shardForNewStore(parts: ShardParts, isReachable: (shard: number) => boolean): Promise<number> {
  const open = (await listShards(parts)).filter(
    ({ shard, state, stores }) => state === 'open' && stores !== null && isReachable(shard),
  );
  return open.toSorted((one, other) => one.stores! - other.stores! || one.shard - other.shard)[0]?.shard ?? 0;
}

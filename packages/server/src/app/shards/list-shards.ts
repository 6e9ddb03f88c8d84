import type { Database } from '../../base/postgres/pool.ts';
import { queryOneValue } from '../../base/postgres/query.ts';
import { shardsNotify, shardUpdate } from './queries/shards.ts';
import { storeCount } from '../../stores/queries/stores.ts';
import { withPlace, type ShardDeps } from './create-shard.ts';
import { readShards, type Connections, type Shard } from './shard-map.ts';

/** A shard as lists show it. `stores` and `bytes` are null if its database does not respond. */
export type ListedShard = Connections & {
  readonly shard: number;
  readonly state: Shard['state'];
  readonly stores: number | null;
  readonly bytes: number | null;
};

/** All shards, shard 0 first, with what their databases say of them. */
export async function listShards(deps: ShardDeps): Promise<ListedShard[]> {
  return Promise.all(
    (await allPlaces(deps)).map(async (place) => ({
      ...place,
      ...(await withPlace(place, measure).catch(() => ({ stores: null, bytes: null }))),
    })),
  );
}

type Place = Connections & Pick<Shard, 'shard' | 'state'>;

async function allPlaces({ db, key, ofShard0 }: ShardDeps): Promise<Place[]> {
  const others = await readShards(db, key, ofShard0);
  return [{ shard: 0, state: 'open', ...ofShard0 }, ...others];
}

async function measure(db: Database): Promise<{ stores: number; bytes: number }> {
  return { stores: await storeCount(db), bytes: await tableBytes(db) };
}

const tableBytes = (db: Database): Promise<number> =>
  queryOneValue(db, {
    text: `select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class
           where relnamespace = current_schema()::regnamespace and relkind in ('r', 'm')`,
  });

/** SHD3: makes a shard take no new stores; `undo`: take them again. False: there is no such shard, or it moves. */
export async function drainShard({ db }: ShardDeps, shard: number, { undo = false } = {}): Promise<boolean> {
  const [from, state] = undo ? (['drained', 'open'] as const) : (['open', 'drained'] as const);
  const isChanged = (await shardUpdate(db, shard, from, { state })) || (await shardUpdate(db, shard, state, { state }));
  await shardsNotify(db);
  return isChanged;
}

/**
 * SHD3: the shard for a new store: of those that take new ones, the one with the fewest. Shard 0 takes new stores too. A shard that does not
 * respond gets none. `isReachable`: whether the caller can write to a shard; it may not know of one that was just created.
 */
export async function shardForNewStore(deps: ShardDeps, isReachable: (shard: number) => boolean): Promise<number> {
  const open = (await allPlaces(deps)).filter(({ shard, state }) => state === 'open' && isReachable(shard));
  const counted = await Promise.all(
    open.map(async (place) => ({
      shard: place.shard,
      stores: await withPlace(place, storeCount).catch(() => Infinity),
    })),
  );
  const [fewest] = counted.toSorted((one, other) => one.stores - other.stores || one.shard - other.shard);
  return fewest === undefined || fewest.stores === Infinity ? 0 : fewest.shard;
}

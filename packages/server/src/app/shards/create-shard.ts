import type { Clock } from '../../base/clock.ts';
import { openPool, type Database, type PoolOptions, type Queryable } from '../../base/postgres/pool.ts';
import { migrate } from '../../base/postgres/migrate.ts';
import { checkServer } from '../../base/postgres/check-server.ts';
import { schemaOf } from '../../base/postgres/servers.ts';
import { shardInsert, shardNextNumber, shardPlaceFind, shardPlaceInsert, shardsNotify } from './queries/shards.ts';
import { withClient } from '../../base/postgres/with-client.ts';
import { queryOneValue } from '../../base/postgres/query.ts';
import { maxShards } from '../../base/ids.ts';
import {
  connectionsOf,
  describeAddress,
  readShards,
  sealAddress,
  type Connections,
  type Shard,
  type ShardAddress,
} from './shard-map.ts';

/** What changes the map of the shards needs: the database of shard 0, and the key under which addresses are sealed. */
export type ShardDeps = {
  readonly db: Database;
  readonly key: Buffer;
  readonly ofShard0: Connections;
  readonly clock: Clock;
};

/** The refusals of `createShard`: the place has rows, is that of a shard, or 3,843 shards exist. */
export type CreateShardRefusal = 'SHARD_NOT_EMPTY' | 'SHARD_ADDRESS_IN_USE' | 'TOO_MANY_SHARDS';

/** The schema of a shard that is given none. */
const defaultSchema = (shard: number): string => `shard_${String(shard).padStart(3, '0')}`;

/**
 * SHD3: creates a shard. With `url` it is in that database, otherwise in a schema of the database of shard 0. Creates the schema if it is
 * missing, migrates it, and adds it to the map. `drained`: it takes no new stores yet.
 */
export async function createShard(
  deps: ShardDeps,
  address: ShardAddress,
  { drained = false } = {},
): Promise<{ ok: true; shard: number } | { ok: false; code: CreateShardRefusal }> {
  const { db, key, ofShard0 } = deps;
  const shard = await shardNextNumber(db);
  if (shard >= maxShards) return { ok: false, code: 'TOO_MANY_SHARDS' };
  const placed = address.url === undefined ? { ...address, schema: address.schema ?? defaultSchema(shard) } : address;
  const connections = connectionsOf(placed, ofShard0);
  if (connections.connectionString === ofShard0.connectionString) return { ok: false, code: 'SHARD_ADDRESS_IN_USE' };
  await preparePlace(connections);
  const refusal = await withPlace(connections, (place) => claimPlace(place, shard));
  if (refusal) return { ok: false, code: refusal };
  const state = drained ? 'drained' : 'open';
  await shardInsert(db, { shard, address: sealAddress(key, shard, placed), state });
  await shardsNotify(db);
  return { ok: true, shard };
}

/** Notes in an unused place which shard it is. */
async function claimPlace(place: Database, shard: number): Promise<CreateShardRefusal | undefined> {
  // The place of a creation that did not get into the map is used again.
  const there = await shardPlaceFind(place);
  if (there !== null && there !== shard) return 'SHARD_ADDRESS_IN_USE';
  if (!(await isUnused(place))) return 'SHARD_NOT_EMPTY';
  await shardPlaceInsert(place, shard);
  return undefined;
}

/** Whether a database has no rows of stores, and is not that of shard 0, which has users and the map. */
export const isUnused = (place: Queryable): Promise<boolean> =>
  queryOneValue(place, {
    text: `select not exists (select from stores) and not exists (select from users) and not exists (select from shards) as unused`,
  });

/** Creates the schema of a new place if it is missing, and makes its tables. Throws if its server cannot be used. `now`: see `migrate`. */
export async function preparePlace(connections: Connections, now?: number): Promise<void> {
  const { ownerConnectionString } = connections;
  const schema = schemaOf(ownerConnectionString);
  await checkServer({
    connectionString: ownerConnectionString,
    setting: describeAddress(connections),
    besideOthers: true,
  });
  if (schema !== undefined)
    await withClient({ connectionString: ownerConnectionString, connectionTimeoutMillis: 5_000 }, async (client) => {
      await client.query(`create schema if not exists ${schema}`);
    });
  await migratePlace(connections, now);
}

async function migratePlace(place: Connections, now?: number): Promise<string[]> {
  const serviceRole = await serviceRoleOf(place);
  return migrate(place.ownerConnectionString, { serviceRole, ...(now !== undefined && { now }) });
}

/** The service's role at a place; undefined: it is that of the owner. */
async function serviceRoleOf({ connectionString, ownerConnectionString }: Connections): Promise<string | undefined> {
  if (ownerConnectionString === connectionString) return undefined;
  return withClient({ connectionString, connectionTimeoutMillis: 5_000 }, (client) =>
    queryOneValue<string>(client, { text: 'select current_user::text as role' }),
  );
}

/**
 * Brings the tables of a shard up to date. Throws if another shard, or none, is at its address: then an empty one would take its place.
 * Returns the names of the migrations that ran now.
 */
export async function migrateShard(place: Shard): Promise<string[]> {
  const there = await withPlace(place, shardPlaceFind).catch((error: { code?: string }) => {
    // A moved shard has left no tables.
    if (error.code !== '42P01') throw error;
    return null;
  });
  if (there !== place.shard)
    throw new Error(`Shard ${place.shard} was not found at its address ${describeAddress(place)}.`);
  return migratePlace(place);
}

/** Brings the tables of all shards up to date. Returns the names of the migrations that ran now, with the shard. */
export async function migrateShards({ db, key, ofShard0 }: ShardDeps): Promise<string[]> {
  const migrated: string[] = [];
  for (const place of await readShards(db, key, ofShard0))
    migrated.push(...(await migrateShard(place)).map((name) => `${name} in shard ${place.shard}`));
  return migrated;
}

/** Runs `work` on the database of a place, as the owner of its tables. `options`: of the pool. */
export async function withPlace<Result>(
  { ownerConnectionString }: Pick<Connections, 'ownerConnectionString'>,
  work: (place: Database) => Promise<Result>,
  options: PoolOptions = {},
): Promise<Result> {
  const place = openPool(ownerConnectionString, 1, () => {}, options);
  try {
    return await work(place);
  } finally {
    await place.end();
  }
}

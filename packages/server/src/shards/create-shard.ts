import type { Clock } from '../platform/clock.ts';
import { openPool, type Database } from '../db/pool.ts';
import { migrate } from '../db/migrate.ts';
import { schemaOf } from '../db/servers.ts';
import { shardInsert, shardNextNumber, shardsNotify } from '../db/queries/shards/shards.ts';
import { storeCount } from '../db/queries/stores/stores.ts';
import { inTransaction } from '../db/transaction.ts';
import { withClient } from '../db/with-client.ts';
import { queryOneValue } from '../db/query.ts';
import { maxShards } from '../platform/ids.ts';
import { connectionsOf, readShards, sealAddress, type Connections, type ShardAddress } from './shard-map.ts';

/** What changes the map of the shards needs: the database of shard 0, and the key under which addresses are sealed. */
export type ShardParts = {
  readonly db: Database;
  readonly key: Buffer;
  readonly ofShard0: Connections;
  readonly clock: Clock;
};

/** The refusals of `createShard`: the place has stores, is shard 0's own, or 3,843 shards exist. */
export type CreateShardRefusal = 'SHARD_NOT_EMPTY' | 'SHARD_ADDRESS_IN_USE' | 'TOO_MANY_SHARDS';

/** The schema of a shard that is given none. */
const defaultSchema = (shard: number): string => `shard_${String(shard).padStart(3, '0')}`;

/**
 * SHD3: creates a shard. With `url` it is in that database, otherwise in a schema of the database of shard 0. Creates the schema if it is
 * missing, migrates it, and adds it to the map. `drained`: it takes no new stores yet.
 */
export async function createShard(
  parts: ShardParts,
  address: ShardAddress,
  { drained = false } = {},
): Promise<{ ok: true; shard: number } | { ok: false; code: CreateShardRefusal }> {
  const { db, key, ofShard0 } = parts;
  return inTransaction(db, async (client) => {
    const shard = await shardNextNumber(client);
    if (shard >= maxShards) return { ok: false, code: 'TOO_MANY_SHARDS' };
    const placed = address.url === undefined ? { ...address, schema: address.schema ?? defaultSchema(shard) } : address;
    const connections = connectionsOf(placed, ofShard0);
    if (connections.connectionString === ofShard0.connectionString) return { ok: false, code: 'SHARD_ADDRESS_IN_USE' };
    await prepareShard(connections);
    if (!(await isEmpty(connections.connectionString))) return { ok: false, code: 'SHARD_NOT_EMPTY' };
    await shardInsert(client, {
      shard,
      address: sealAddress(key, shard, placed),
      state: drained ? 'drained' : 'open',
    });
    await shardsNotify(client);
    return { ok: true, shard };
  });
}

/** Creates the schema of a shard if it is missing, and brings its tables up to date. `now` and the result: see `migrate`. */
export async function prepareShard(
  { connectionString, ownerConnectionString }: Connections,
  now?: number,
): Promise<string[]> {
  const schema = schemaOf(ownerConnectionString);
  if (schema !== undefined)
    await withClient({ connectionString: ownerConnectionString, connectionTimeoutMillis: 5_000 }, async (client) => {
      // A role that may create no schema may still use one.
      const missing = { text: 'select to_regnamespace($1) is null as missing', values: [schema] };
      if (await queryOneValue<boolean>(client, missing)) await client.query(`create schema if not exists ${schema}`);
    });
  const role = ownerConnectionString === connectionString ? undefined : await roleOf(connectionString);
  return migrate(ownerConnectionString, { serviceRole: role, ...(now !== undefined && { now }) });
}

/** Brings the tables of all shards up to date. Returns the names of the migrations that ran now, with the shard. */
export async function migrateShards({ db, key, ofShard0 }: ShardParts): Promise<string[]> {
  const migrated: string[] = [];
  for (const place of await readShards(db, key, ofShard0))
    migrated.push(...(await prepareShard(place)).map((name) => `${name} in shard ${place.shard}`));
  return migrated;
}

const roleOf = (connectionString: string): Promise<string> =>
  withClient({ connectionString, connectionTimeoutMillis: 5_000 }, (client) =>
    queryOneValue<string>(client, { text: 'select current_user::text as role' }),
  );

async function isEmpty(connectionString: string): Promise<boolean> {
  const db = openPool(connectionString, 1, () => {});
  try {
    return (await storeCount(db)) === 0;
  } finally {
    await db.end();
  }
}

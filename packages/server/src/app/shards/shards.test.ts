import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialsKey } from '../../base/crypto/seal.ts';
import { openPool, type Database } from '../../base/postgres/pool.ts';
import { shardList } from './queries/shards.ts';
import { newIdInShard } from '../../base/ids.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { cloneDatabase, type TestDatabase } from '../../testing/test-service.ts';
import { createShard, migrateShards, type ShardDeps } from './create-shard.ts';
import { drainShard, listShards, shardForNewStore } from './list-shards.ts';
import { moveShard, readdressShard } from './move-shard.ts';
import { readShards } from './shard-map.ts';

const secret = 'a secret for tests of thirty-two characters';
let [first, second]: TestDatabase[] = [];
let db: Database;
let deps: ShardDeps;
beforeAll(async () => {
  [first, second] = await Promise.all([cloneDatabase(), cloneDatabase()]);
  db = openPool(first.url, 2, () => {});
  const ofShard0 = { connectionString: first.url, ownerConnectionString: first.ownerUrl };
  deps = { db, key: credentialsKey(secret), ofShard0, clock: Date.now };
});
afterAll(async () => {
  await db.end();
  await Promise.all([first!.drop(), second!.drop()]);
});

/** Does something in the database of a shard. */
async function inShard<Result>(shard: number, work: (db: Database) => Promise<Result>): Promise<Result> {
  const place = (await readShards(db, deps.key, deps.ofShard0)).find((one) => one.shard === shard)!;
  const pool = openPool(place.connectionString, 1, () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function newShard(address = {}): Promise<number> {
  const created = await createShard(deps, address);
  if (!created.ok) throw new Error(created.code);
  return created.shard;
}

const newStore = (shard: number): Promise<string> =>
  inShard(shard, async (pool) => (await createStore(pool, 'Loja', { storeId: newIdInShard(shard) })).storeId);

describe('[SHD3] shards', () => {
  test('are created in a schema of shard 0’s database, or in another database', async () => {
    expect([await newShard(), await newShard({ url: second!.url, ownerUrl: second!.ownerUrl })]).toEqual([1, 2]);
    expect(await listShards(deps)).toMatchObject([
      { shard: 0, state: 'open', stores: 0 },
      { shard: 1, state: 'open', stores: 0 },
      { shard: 2, state: 'open', stores: 0 },
    ]);
    expect(await migrateShards(deps)).toEqual([]);
  });

  test('[SHD2] keep their addresses sealed', async () => {
    for (const { address } of await shardList(db)) expect(address.toString('latin1')).not.toMatch(/postgres|schema/);
    const other = credentialsKey('another secret of thirty-two characters');
    await expect(readShards(db, other, deps.ofShard0)).rejects.toThrow('another RETOMA_SECRET');
  });

  test('are refused where stores are, and where a shard is', async () => {
    await createStore(db, 'Loja da Ana');
    expect(await createShard(deps, { url: first!.url })).toEqual({ ok: false, code: 'SHARD_ADDRESS_IN_USE' });
    // Under another name, and without a store yet.
    const alias = second!.url.replace('127.0.0.1', 'localhost').concat('&application_name=x');
    expect(await createShard(deps, { url: alias, ownerUrl: second!.ownerUrl })).toMatchObject({ ok: false });
    await newStore(2);
    const occupied = { url: second!.url, ownerUrl: second!.ownerUrl };
    expect(await createShard(deps, occupied)).toEqual({ ok: false, code: 'SHARD_ADDRESS_IN_USE' });
  });

  test('get new stores where there are fewest, unless they are drained', async () => {
    expect(await shardForNewStore(deps, () => true)).toBe(1);
    expect(await drainShard(deps, 1)).toBe(true);
    expect(await shardForNewStore(deps, () => true)).toBe(0);
    expect(await drainShard(deps, 1, { undo: true })).toBe(true);
    expect(await shardForNewStore(deps, () => true)).toBe(1);
    expect(await shardForNewStore(deps, (shard) => shard !== 1)).toBe(0);
    expect(await drainShard(deps, 99)).toBe(false);
  });
});

describe('[SHD5] a shard', () => {
  test('does not move from a PostgreSQL that does not log its changes for replication', async () => {
    const there = { url: second!.url, ownerUrl: second!.ownerUrl };
    expect(await moveShard(deps, 99, there)).toEqual({ ok: false, code: 'SHARD_NOT_FOUND' });
    expect(await moveShard(deps, 1, there)).toEqual({ ok: false, code: 'WAL_LEVEL_NOT_LOGICAL' });
    expect((await shardList(db))[0]).toMatchObject({ shard: 1, state: 'open' });
  });

  test('gets another address if its rows are there', async () => {
    const alias = { url: first!.url, ownerUrl: first!.ownerUrl, schema: 'shard_001' };
    expect(await readdressShard(deps, 1, { schema: 'lent' })).toEqual({ ok: false, code: 'SHARD_NOT_THERE' });
    expect(await readdressShard(deps, 1, alias)).toEqual({ ok: true });
    expect((await readShards(db, deps.key, deps.ofShard0))[0]).toMatchObject({ address: alias });
  });
});

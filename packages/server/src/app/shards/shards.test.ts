import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { credentialsKey } from '../../base/crypto/seal.ts';
import { openPool, type Database } from '../../base/postgres/pool.ts';
import { shardList, shardUpdate } from './queries/shards.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import { withSchema } from '../../base/postgres/servers.ts';
import { newIdInShard } from '../../base/ids.ts';
import { ApiKeys } from '../../stores/api-key.ts';
import { createKey, createStore } from '../../stores/manage-stores.ts';
import { cloneDatabase, type TestDatabase } from '../../testing/test-service.ts';
import { createShard, migrateShard, migrateShards, type ShardDeps } from './create-shard.ts';
import { drainShard, listShards, shardForNewStore } from './list-shards.ts';
import { moveShard, readdressShard } from './move-shard.ts';
import { readShards, sealAddress } from './shard-map.ts';

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
  test('moves with every row, and its old place has no tables any more', async () => {
    const storeId = await newStore(1);
    const key = await inShard(1, (pool) => createKey(pool, new ApiKeys(secret), storeId, 'secret', unaudited));
    const before = (await readShards(db, deps.key, deps.ofShard0)).find(({ shard }) => shard === 1)!;
    const there = { url: second!.url, ownerUrl: second!.ownerUrl, schema: 'shard_one' };
    const moved = await moveShard(deps, 1, there, { pauseMs: 0 });
    expect(moved).toMatchObject({ ok: true, closed: expect.stringMatching(/^shard_001_moved_\d+$/) });
    expect(await inShard(1, (pool) => storeFind(pool, storeId))).toMatchObject({ storeId, name: 'Loja' });
    expect(key).toBeDefined();
    const old = openPool(before.connectionString, 1, () => {});
    await expect(old.query('select from stores')).rejects.toMatchObject({ code: '42P01' });
    await old.end();
    expect(await shardList(db)).toMatchObject([
      { shard: 1, state: 'open' },
      { shard: 2, state: 'open' },
    ]);
  });

  test('stays where it is if the new place has other stores, and drained if it was', async () => {
    await drainShard(deps, 1);
    const occupied = { url: second!.url, ownerUrl: second!.ownerUrl };
    const other = await newShard({ schema: 'lent' });
    expect(await moveShard(deps, other, occupied, { pauseMs: 0 })).toEqual({
      ok: false,
      code: 'SHARD_ADDRESS_IN_USE',
    });
    expect(await moveShard(deps, 99, { schema: 'x' }, { pauseMs: 0 })).toEqual({ ok: false, code: 'SHARD_NOT_FOUND' });
    const place = withSchema(first!.ownerUrl, 'lent');
    const pool = openPool(place, 1, () => {});
    await createStore(pool, 'Loja', { storeId: newIdInShard(other) });
    await pool.end();
    await db.query('delete from shards where shard = $1', [other]);
    expect(await moveShard(deps, 1, { schema: 'lent' }, { pauseMs: 0 })).toEqual({
      ok: false,
      code: 'SHARD_ADDRESS_IN_USE',
    });
    expect((await shardList(db))[0]).toMatchObject({ shard: 1, state: 'drained' });
  });

  test('whose move was interrupted after its copy is finished by the same move alone, and is never opened empty', async () => {
    const storeId = await newStore(1);
    const there = { schema: 'back_again' };
    const before = (await readShards(db, deps.key, deps.ofShard0))[0]!;
    expect(await moveShard(deps, 1, there, { pauseMs: 0 })).toMatchObject({ ok: true });
    // The process died before the map named the new place.
    const address = sealAddress(deps.key, 1, before.address);
    expect(await shardUpdate(db, 1, before.state, { state: 'moving', address })).toBe(true);
    const closed = (await readShards(db, deps.key, deps.ofShard0))[0]!;
    await expect(migrateShard(closed)).rejects.toThrow('Shard 1 was not found at its address');
    expect(await moveShard(deps, 1, { schema: 'another' }, { pauseMs: 0 })).toEqual({
      ok: false,
      code: 'SHARD_NOT_EMPTY',
    });
    expect((await shardList(db))[0]).toMatchObject({ shard: 1, state: 'moving' });
    expect(await moveShard(deps, 1, there, { pauseMs: 0 })).toEqual({ ok: true, rows: 0, closed: null });
    expect(await inShard(1, (pool) => storeFind(pool, storeId))).toMatchObject({ storeId });
  });

  test('does not move to its own place under another name', async () => {
    const [place] = await readShards(db, deps.key, deps.ofShard0);
    const alias = {
      url: `${first!.url}&application_name=x`,
      ownerUrl: `${first!.ownerUrl}&application_name=x`,
      ...place!.address,
    };
    expect(await moveShard(deps, 1, alias, { pauseMs: 0 })).toEqual({ ok: false, code: 'SHARD_ADDRESS_IN_USE' });
    expect((await shardList(db))[0]).toMatchObject({ shard: 1, state: place!.state });
  });

  test('gets another address if its rows are there', async () => {
    const alias = { url: first!.url, ownerUrl: first!.ownerUrl, schema: 'back_again' };
    expect(await readdressShard(deps, 1, { schema: 'lent' })).toEqual({ ok: false, code: 'SHARD_NOT_THERE' });
    expect(await readdressShard(deps, 1, alias)).toEqual({ ok: true });
    expect((await readShards(db, deps.key, deps.ofShard0))[0]).toMatchObject({ address: alias });
  });
});

import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { credentialsKey } from '../../base/crypto/seal.ts';
import { newIdInShard } from '../../base/ids.ts';
import { identity, run } from '../../base/postgres/embedded/binaries.ts';
import { applicationName, openPool, type Database } from '../../base/postgres/pool.ts';
import { queryColumn, queryOneValue } from '../../base/postgres/query.ts';
import { ApiKeys } from '../../stores/api-key.ts';
import { createKey, createStore } from '../../stores/manage-stores.ts';
import { startTestPostgres } from '../../testing/global-setup.ts';
import { cloneDatabase, type TestDatabase } from '../../testing/test-service.ts';
import { createShard, migrateShard, type ShardDeps } from './create-shard.ts';
import { drainShard } from './list-shards.ts';
import { cancelMove, moveShard } from './move-shard.ts';
import { shardList, shardUpdate } from './queries/shards.ts';
import { forServers, listTables } from './replicate-shard.ts';
import { sealAddress, type ShardAddress } from './shard-map.ts';
import { findShard } from './shard-states.ts';

const secret = 'a secret for tests of thirty-two characters';
let servers: { connectionString: string; stop: () => Promise<void> }[];
let [home, away]: TestDatabase[] = [];
let db: Database;
let deps: ShardDeps;
beforeAll(async () => {
  servers = await Promise.all([1, 2].map(() => startTestPostgres(undefined, { wal_level: 'logical' })));
  [home, away] = await Promise.all(servers.map(({ connectionString }) => cloneDatabase(connectionString)));
  db = openPool(home!.url, 2, () => {});
  const ofShard0 = { connectionString: home!.url, ownerConnectionString: home!.ownerUrl };
  deps = { db, key: credentialsKey(secret), ofShard0, clock: Date.now };
});
afterAll(async () => {
  await db.end();
  await Promise.all(servers.map(({ stop }) => stop()));
});

const placeOf = ({ url, ownerUrl }: TestDatabase): { url: string; ownerUrl: string } => ({ url, ownerUrl });
const there = (): { url: string; ownerUrl: string } => placeOf(away!);
const back = (): { url: string; ownerUrl: string } => placeOf(home!);

/** Does something with the rows of a place, as the owner. */
async function at<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const pool = openPool(url, 1, () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function newShard(address: ShardAddress = {}): Promise<number> {
  const created = await createShard(deps, address);
  if (!created.ok) throw new Error(created.code);
  return created.shard;
}

/** Makes a store with a key at the place of a shard. */
async function newStore(shard: number): Promise<void> {
  const { ownerConnectionString } = (await findShard(deps, shard))!;
  await at(ownerConnectionString, async (pool) => {
    const { storeId } = await createStore(pool, 'Loja', { storeId: newIdInShard(shard) });
    await createKey(pool, new ApiKeys(secret), storeId, 'secret', unaudited);
  });
}

/** The rows of each table, as text. */
const rowsOf = (url: string): Promise<string[]> =>
  at(url, async (pool) => {
    const client = await pool.connect();
    const rows: string[] = [];
    for (const table of await listTables(client)) {
      const text = `select coalesce(string_agg(t::text, ' ' order by t::text), '') as rows from ${table} t`;
      rows.push(`${table.split('.')[1]}: ${await queryOneValue<string>(client, { text })}`);
    }
    client.release();
    return rows;
  });

/** Slots, publications and subscriptions of both servers: what moves leave behind. */
const leftovers = async (): Promise<string[]> => {
  const found = await Promise.all(
    [home!, away!].map(({ ownerUrl }) =>
      at(ownerUrl, (pool) =>
        queryColumn<string>(pool, {
          text: `select slot_name::text as name from pg_replication_slots union all select pubname from pg_publication
                 union all select subname from pg_subscription`,
        }),
      ),
    ),
  );
  return found.flat();
};

describe('[SHD5] a shard', () => {
  test('moves to another PostgreSQL and back, with every row, and its old place has no tables any more', async () => {
    const shard = await newShard();
    for (const to of [there, back]) {
      await newStore(shard);
      const before = (await findShard(deps, shard))!.ownerConnectionString;
      const rows = await rowsOf(before);
      expect(rows.join('\n')).toContain('Loja');
      const moved = await moveShard(deps, shard, to());
      expect(moved).toMatchObject({ ok: true, closed: expect.stringMatching(/^shard_001_moved_\d+$/) });
      const after = (await findShard(deps, shard))!;
      expect(after).toMatchObject({ state: 'open', address: { ...to(), schema: 'shard_001' } });
      expect(await rowsOf(after.ownerConnectionString)).toEqual(rows);
      await expect(at(before, (pool) => pool.query('select from stores'))).rejects.toMatchObject({ code: '42P01' });
      expect(await leftovers()).toEqual([]);
    }
  });

  test('moves between two databases of one PostgreSQL, and stays drained', async () => {
    const shard = await newShard();
    await newStore(shard);
    await drainShard(deps, shard);
    const beside = await cloneDatabase(servers[0]!.connectionString);
    expect(await moveShard(deps, shard, placeOf(beside))).toMatchObject({ ok: true });
    expect(await findShard(deps, shard)).toMatchObject({ state: 'drained', address: placeOf(beside) });
    expect(await leftovers()).toEqual([]);
  });

  test('is closed at its old place only after a transaction that has locked rows without a write so far', async () => {
    const shard = await newShard();
    await newStore(shard);
    const { connectionString, ownerConnectionString } = (await findShard(deps, shard))!;
    const within = { timeout: 60_000 };
    await at(connectionString, async (pool) => {
      // The move waits for connections of this name.
      await pool.query(`set application_name = '${applicationName(shard)}'`);
      const moving = moveShard(deps, shard, there(), { closeMs: 60_000 });
      await expect.poll(async () => (await findShard(deps, shard))!.state, within).toBe('moving');
      await pool.query('begin');
      await pool.query('select from stores for update');
      await pool.query(`set application_name = 'other'`);
      const waits = { text: 'select count(*)::int as waits from pg_locks where not granted' };
      await expect.poll(() => at(ownerConnectionString, (owner) => queryOneValue(owner, waits)), within).toBe(1);
      await pool.query(`update stores set name = 'Loja nova'`);
      await pool.query('commit');
      expect(await moving).toMatchObject({ ok: true });
    });
    const { ownerConnectionString: now } = (await findShard(deps, shard))!;
    expect(await at(now, (pool) => queryColumn(pool, { text: 'select name from stores' }))).toEqual(['Loja nova']);
  });

  test('is refused a place that has a shard or other rows, its own place, and a source that the target cannot reach', async () => {
    const shard = await newShard();
    const schema = (await findShard(deps, shard))!.address.schema!;
    await newStore(shard);
    expect(await moveShard(deps, 99, there())).toEqual({ ok: false, code: 'SHARD_NOT_FOUND' });
    expect(await moveShard(deps, shard, back())).toEqual({ ok: false, code: 'SHARD_ADDRESS_IN_USE' });
    const alias = (url: string): string => `${url}&application_name=x`;
    const itself = { url: alias(home!.url), ownerUrl: alias(home!.ownerUrl) };
    expect(await moveShard(deps, shard, itself)).toEqual({ ok: false, code: 'SHARD_ADDRESS_IN_USE' });
    const other = await newShard({ ...there(), schema });
    const otherName = { url: alias(away!.url), ownerUrl: alias(away!.ownerUrl) };
    expect(await moveShard(deps, shard, otherName)).toEqual({ ok: false, code: 'SHARD_ADDRESS_IN_USE' });
    // A place with rows that are of no shard.
    const { ownerConnectionString } = (await findShard(deps, other))!;
    await newStore(other);
    await db.query('delete from shards where shard = $1', [other]);
    await at(ownerConnectionString, (pool) => pool.query('delete from shard_place'));
    expect(await moveShard(deps, shard, there())).toEqual({ ok: false, code: 'SHARD_NOT_EMPTY' });
    await at(ownerConnectionString, (pool) => pool.query(`drop schema ${schema} cascade`));
    const sourceUrl = 'postgresql://retoma@127.0.0.1:1/retoma';
    expect(await moveShard(deps, shard, there(), { sourceUrl })).toEqual({ ok: false, code: 'SOURCE_NOT_REACHED' });
    expect((await shardList(db)).find((one) => one.shard === shard)).toMatchObject({ state: 'open' });
    expect(await findShard(deps, shard)).not.toHaveProperty('unfinished');
    expect(await leftovers()).toEqual([]);
  });

  test('says at which place its owner may not replicate', async () => {
    for (const { ownerUrl } of [home!, away!])
      await at(ownerUrl, async (pool) => {
        await pool.query('create role plain login');
        await pool.query('create database plain owner plain');
      });
    const [source, target] = servers.map(({ connectionString }) =>
      connectionString.replace(/\/\/[^@]*@/, '//plain@').replace('/postgres?', '/plain?'),
    );
    const shard = await newShard({ url: source! });
    const move = (): Promise<object> => moveShard(deps, shard, { url: target! });
    expect(await move()).toEqual({ ok: false, code: 'OWNER_MAY_NOT_REPLICATE' });
    await at(home!.ownerUrl, (pool) => pool.query('alter role plain replication'));
    expect(await move()).toEqual({ ok: false, code: 'OWNER_MAY_NOT_SUBSCRIBE' });
    await at(away!.ownerUrl, (pool) => pool.query('alter role plain superuser'));
    expect(await move()).toMatchObject({ ok: true, closed: expect.stringMatching(/^public_moved_/) });
  });

  test('whose move was interrupted after the old place was closed is never opened empty, and completed by the same command', async () => {
    const shard = await newShard();
    await newStore(shard);
    const before = (await findShard(deps, shard))!;
    expect(await moveShard(deps, shard, there())).toMatchObject({ ok: true });
    const { address: to } = (await findShard(deps, shard))!;
    // The process died before the map named the new place.
    const unfinished = { to, state: 'drained' } as const;
    const address = sealAddress(deps.key, shard, { ...before.address, unfinished });
    expect(await shardUpdate(db, shard, 'open', { state: 'moving', address })).toBe(true);
    await expect(migrateShard((await findShard(deps, shard))!)).rejects.toThrow('was not found at its address');
    expect(await cancelMove(deps, shard)).toEqual({ ok: false, code: 'SHARD_MOVED' });
    expect(await moveShard(deps, shard, back())).toEqual({ ok: false, code: 'SHARD_NOT_THERE' });
    expect(await moveShard(deps, shard, there())).toEqual({ ok: true, stoppedMs: 0, closed: null });
    expect(await findShard(deps, shard)).toMatchObject({ state: 'drained', address: to });
  });
});

/** Debian's PostgreSQL 15. */
const bin15 = '/usr/lib/postgresql/15/bin';

/** Runs something on a new PostgreSQL 15, of which the owner is a superuser. */
async function withPostgres15(work: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-15-'));
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid!);
  const data = path.join(folder, 'data');
  const call = async (program: string, ...args: string[]): Promise<void> => {
    const { code, output } = await run(path.join(bin15, program), ['-D', data, ...args]);
    if (code !== 0) throw new Error(output);
  };
  await call('initdb', '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  await call('pg_ctl', '-w', '-l', `${data}.log`, '-o', `-h '' -k ${folder} -c wal_level=logical -F`, 'start');
  try {
    await work(`postgresql://owner@/postgres?host=${encodeURIComponent(folder)}`);
  } finally {
    await call('pg_ctl', '-w', '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true, force: true });
  }
}

test.skipIf(!existsSync(bin15))('[SHD5] a shard moves from PostgreSQL 15 to 18, and back', () =>
  withPostgres15(async (url) => {
    const shard = await newShard({ url });
    await newStore(shard);
    const rows = await rowsOf(url);
    const beside = placeOf(await cloneDatabase(servers[1]!.connectionString));
    await at(beside.ownerUrl, (pool) => pool.query('drop schema public cascade'));
    for (const to of [beside, { url }]) {
      expect(await moveShard(deps, shard, to)).toMatchObject({ ok: true });
      expect(await rowsOf((await findShard(deps, shard))!.ownerConnectionString)).toEqual(rows);
    }
  }),
);

test('[SHD5] a server connects to another one by what it knows of a connection string', () => {
  const own =
    'postgresql://o:p@db-1,db-2:5433/retoma?schema=shard_001&sslmode=no-verify&socket_timeout=5&options=-c%20x%3D1';
  expect(forServers(own)).toBe('postgresql://o:p@db-1,db-2:5433/retoma?sslmode=require');
  expect(forServers('postgresql://o@/retoma?host=%2Ftmp&port=5432')).toBe(
    'postgresql://o@/retoma?host=%2Ftmp&port=5432',
  );
  expect(forServers('postgresql://o@db-1/retoma?schema=a')).toBe('postgresql://o@db-1/retoma');
});

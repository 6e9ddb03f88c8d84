// Kills `retoma shard move` with SIGKILL where a lock of the test holds it.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Database } from '../../server/src/base/postgres/pool.ts';
import { queryColumn, queryOneValue } from '../../server/src/base/postgres/query.ts';
import { startTestPostgres } from '../../server/src/testing/global-setup.ts';
import { cloneDatabase, type TestDatabase } from '../../server/src/testing/test-service.ts';
import { main, minimalEnvironment, runCli } from './testing/run-cli.ts';

let server: { connectionString: string; stop: () => Promise<void> };
let [home, away]: TestDatabase[] = [];
let [here, there]: Database[] = [];
let settings: Record<string, string>;
const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-cli-'));
beforeAll(async () => {
  server = await startTestPostgres(undefined, { wal_level: 'logical' });
  [home, away] = [await cloneDatabase(server.connectionString), await cloneDatabase(server.connectionString)];
  [here, there] = [home, away].map(({ ownerUrl }) => openPool(ownerUrl, 2, () => {}));
  settings = {
    DATABASE_URL: home.url,
    DATABASE_OWNER_URL: home.ownerUrl,
    RETOMA_HOME: folder,
    RETOMA_SECRET: 'a secret for tests of thirty-two characters',
  };
  await json('shard', 'create');
  await json('store', 'create', '--name', 'Loja Aurora');
  await json('store', 'create', '--name', 'Loja Brisa');
});
afterAll(async () => {
  await Promise.all([here!.end(), there!.end()]);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function json(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], settings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const moving = (): string[] => ['shard', 'move', '1', '--url', away!.url, '--owner-url', away!.ownerUrl];
const spawnMove = (): ChildProcess =>
  spawn(process.execPath, [main, ...moving()], {
    env: { ...minimalEnvironment(), ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

const values = (db: Database, text: string): Promise<unknown[]> => queryColumn(db, { text });
const slots = `select slot_name::text as name from pg_replication_slots where slot_name = 'retoma_shard_1'`;
const state = `select state from shards where shard = 1`;
const tablesLeft = `select count(*)::int as left from pg_subscription_rel where srsubstate <> 'r'`;
const waiting = `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and backend_type = 'client backend'`;

/** Polls without haste: the command starts a process, and PostgreSQL copies its tables one after the other. */
const until = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 100_000 });

/** Takes a lock in a transaction of the test. Returns what ends it. */
async function hold(url: string, statement: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; ${statement}`);
  return () => client.end();
}

/** Kills the command, and waits until PostgreSQL has ended its sessions. */
async function kill(command: ChildProcess): Promise<void> {
  command.kill('SIGKILL');
  const locks = `select count(*)::int as locks from pg_locks where locktype = 'advisory' or (not granted and mode <> 'RowExclusiveLock')`;
  await until(() => values(here!, locks)).toEqual([0]);
}

/** What a move leaves behind, of both databases. */
const leftovers = async (): Promise<unknown[]> => [
  ...(await values(here!, `select slot_name::text as name from pg_replication_slots`)),
  ...(await values(here!, `select pubname::text as name from pg_publication`)),
  ...(await values(there!, `select subname::text as name from pg_subscription`)),
];

/** Whether the shard works at its old place, which has its store. */
const worksAtItsOldPlace = async (): Promise<void> => {
  expect(await json('shard', 'list')).toMatchObject([
    { stores: 1 },
    { shard: 1, stores: 1, state: 'open', place: expect.stringContaining('shard_001') },
  ]);
  expect(await queryOneValue(here!, { text: 'select count(*)::int as stores from shard_001.stores' })).toBe(1);
};

test('[SHD5] a move that is killed while it prepares the replication is cancelled', async () => {
  // A slot is made when all running transactions have ended.
  const release = await hold(home!.ownerUrl, 'select pg_current_xact_id()');
  const command = spawnMove();
  await until(() => values(here!, slots)).toHaveLength(1);
  await kill(command);
  await release();
  await worksAtItsOldPlace();
  expect(await json('shard', 'move', '1', '--cancel')).toEqual({ shard: 1, isTargetLeft: false });
  expect(await leftovers()).toEqual([]);
});

test('[SHD5] a move that is killed while rows are copied leaves the shard in use', async () => {
  const release = await hold(away!.ownerUrl, 'lock table shard_001.stores in share mode');
  const command = spawnMove();
  await until(() => values(there!, tablesLeft)).toEqual([1]);
  await kill(command);
  await release();
  await worksAtItsOldPlace();
  expect(await leftovers()).toContain('retoma_shard_1');
});

test('[SHD5] the same command begins again; killed while writers wait, it leaves the shard stopped until it is cancelled', async () => {
  const release = await hold(home!.ownerUrl, 'lock table shard_001.stores in row exclusive mode');
  const command = spawnMove();
  await until(() => values(here!, waiting)).toEqual([1]);
  await kill(command);
  await release();
  expect(await values(here!, state)).toEqual(['moving']);
  expect(await json('shard', 'move', '1', '--cancel')).toEqual({ shard: 1, isTargetLeft: false });
  await worksAtItsOldPlace();
  expect(await leftovers()).toEqual([]);
});

test('[SHD5] a move that is killed after the old place was closed is completed by the same command alone', async () => {
  const releaseStores = await hold(home!.ownerUrl, 'lock table shard_001.stores in row exclusive mode');
  const command = spawnMove();
  await until(() => values(here!, waiting)).toEqual([1]);
  const releaseMap = await hold(home!.ownerUrl, 'select from shards where shard = 1 for update');
  await releaseStores();
  await until(() => values(here!, `select to_regclass('shard_001.stores') is null as gone`)).toEqual([true]);
  await kill(command);
  await releaseMap();
  expect((await runCli(['shard', 'move', '1', '--cancel'], settings)).stderr).toContain('at its new place already');
  expect(await json(...moving())).toEqual({ shard: 1, stoppedMs: 0, oldSchema: null });
  expect(await json('shard', 'list')).toMatchObject([{ stores: 1 }, { shard: 1, stores: 1, state: 'open' }]);
  expect(await leftovers()).toEqual([]);
});

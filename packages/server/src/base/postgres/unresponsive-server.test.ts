import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/test-service.ts';
import { listen } from './listener.ts';
import { connectClient, Servers } from './servers.ts';
import { openPool } from './pool.ts';
import { layCable, type Cable } from './testing/network-proxy.ts';
import { inTransaction } from './transaction.ts';

// The other side disappears without closing: a machine without power, a cut cable.
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let cable: Cable;
beforeAll(async () => {
  database = await cloneDatabase();
  cable = await layCable(database.url);
});
afterAll(async () => {
  cable.remove();
  await database.drop();
});

test('an idle listener detects it, and listens again', async () => {
  const notified = Promise.withResolvers<string | undefined>();
  const listened = Promise.withResolvers<void>();
  const listening = listen({
    connect: () => connectClient(new Servers(cable.url), { query_timeout: 500 }),
    channels: { test_silence: notified.resolve },
    onGap: listened.resolve,
    beatMs: 10,
  });
  await listened.promise;
  cable.cut();
  const db = openPool(database.url, 1, () => {});
  const notifying = setInterval(() => void db.query(`notify test_silence, 'a word'`), 100);
  expect(await notified.promise).toBe('a word');
  clearInterval(notifying);
  await listening.stop();
  await db.end();
});

test('a running transaction fails without a second wait, and frees its connection', async () => {
  const db = openPool(cable.url, 1, () => {});
  const short = { text: 'select 1', statementMs: 500 };
  const queries: unknown[] = [];
  const silent = inTransaction(db, async (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      queries.push(args[0]);
      return query(...args);
    }) as typeof client.query;
    cable.cut();
    await client.query(short);
  });
  await expect(silent).rejects.toThrow('Query read timeout');
  expect(queries).toEqual([short]);
  expect((await db.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  await db.end();
});

test('PostgreSQL rolls back an idle transaction, with any other settings of a pool', async () => {
  const db = openPool(cable.url, 1, () => {}, { settings: { jit: 'off' } });
  const settingOf = (name: string) => db.query(`select current_setting('${name}') as value`).then(({ rows }) => rows);
  expect(await settingOf('idle_in_transaction_session_timeout')).toEqual([{ value: '30s' }]);
  expect(await settingOf('jit')).toEqual([{ value: 'off' }]);
  await db.end();
});

test.skipIf(process.platform === 'win32')('a statement that timed out is cancelled', async () => {
  const db = openPool(database.url, 1, () => {}, { statementMs: 200 });
  await expect(db.query(`select pg_sleep(300), 'nobody waits'`)).rejects.toThrow('Query read timeout');
  const queries = `select from pg_stat_activity where query like '%nobody waits%' and pid <> pg_backend_pid() and state = 'active'`;
  await expect.poll(async () => (await db.query(queries)).rowCount, { timeout: 30_000 }).toBe(0);
  await db.end();
});

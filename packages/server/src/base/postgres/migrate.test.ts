import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from '../../testing/test-service.ts';
import { migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

async function onDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('an empty database is migrated once, also by concurrent processes', async () => {
  await onDatabase((client) => client.query('drop schema public cascade; create schema public'));
  const ran = await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl), migrate(database.ownerUrl)]);
  const files = readdirSync(path.join(import.meta.dirname, 'migrations')).sort();
  expect(ran.flat()).toEqual(files);
  expect(await migrate(database.ownerUrl)).toEqual([]);
});

test('[RUN20] a machine whose clock is two years ahead makes no partitions of later months', async () => {
  const partitions = `select from pg_class where relname like 'run_timeline_segments_2%' and relkind = 'r'`;
  const before = await onDatabase((client) => client.query(partitions));
  const later = Date.now() + 2 * 365 * 86_400_000;
  const machine = vi.spyOn(Date, 'now').mockImplementation(() => later);
  onTestFinished(() => machine.mockRestore());
  await migrate(database.ownerUrl);
  expect((await onDatabase((client) => client.query(partitions))).rowCount).toBe(before.rowCount);
});

test('a database of an incompatible commit is refused, with instructions', async () => {
  await onDatabase((client) => client.query(`update schema_migrations set sha256 = 'another'`));
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    /was changed after it was applied.*remove the folder \.retoma/,
  );
});

test('a migration that meets a long query does not block others, and is retried until it has its lock', async () => {
  await onDatabase((client) => client.query('drop schema public cascade; create schema public'));
  await onDatabase(async (reader) => {
    await reader.query(
      'create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz default now())',
    );
    await reader.query('begin; lock table schema_migrations in share mode');
    const waiting = (): Promise<number | null> =>
      onDatabase(async (c) => {
        const text = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`;
        return (await c.query(text, [database.name])).rowCount;
      });
    const migrating = migrate(database.ownerUrl);
    // The first insert waits for the table lock; other writes succeed after the migration gave up.
    await expect.poll(waiting).toBe(1);
    await expect.poll(waiting).toBe(0);
    await reader.query('commit');
    expect((await migrating).length).toBeGreaterThan(0);
  });
});

test('the stores of today’s members are among those of the users (0011)', async () => {
  const folder = path.join(import.meta.dirname, 'migrations');
  const [userId, storeId] = ['01a1fe5c-f681-7db6-ad98-25cadada4d87', '01a1fe5c-f845-7707-aa7c-8133869df714'];
  await onDatabase(async (client) => {
    await client.query('drop schema public cascade; create schema public');
    await client.query(
      'create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz default now())',
    );
    for (const file of readdirSync(folder).filter((name) => name < '0011')) {
      const text = readFileSync(path.join(folder, file), 'utf8');
      await client.query(text);
      const sha256 = createHash('sha256').update(text).digest('hex');
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [file, sha256]);
    }
    await client.query(`
      insert into stores (store_id, name) values ('${storeId}', 'Loja da Ana');
      insert into users (user_id, email, password_hash) values ('${userId}', 'ana@loja.example', 'x');
      insert into memberships (store_id, user_id, role, created_at) values ('${storeId}', '${userId}', 'owner', now())`);
  });
  expect(await migrate(database.ownerUrl)).toContain('0011-users-database.sql');
  const { rows } = await onDatabase((client) => client.query('select * from user_stores'));
  expect(rows).toEqual([{ user_id: userId, store_id: storeId }]);
});

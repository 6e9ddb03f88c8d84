import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../testing/test-service.ts';
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
    const migrating = migrate(database.ownerUrl);
    // The first insert waits for the table lock; other writes succeed after the migration gave up.
    await expect
      .poll(
        () =>
          onDatabase(
            async (c) =>
              (
                await c.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`, [
                  database.name,
                ])
              ).rowCount,
          ),
        { timeout: 20_000 },
      )
      .toBe(1);
    await expect
      .poll(
        () =>
          onDatabase(
            async (c) =>
              (
                await c.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`, [
                  database.name,
                ])
              ).rowCount,
          ),
        { timeout: 20_000 },
      )
      .toBe(0);
    await reader.query('commit');
    expect((await migrating).length).toBeGreaterThan(0);
  });
});

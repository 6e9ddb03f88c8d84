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
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('an empty database is brought up to date once, however many start together', async () => {
  await onDatabase((client) => client.query('drop schema public cascade; create schema public'));
  const ran = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
  const files = readdirSync(path.join(import.meta.dirname, 'migrations')).sort();
  expect(ran.flat()).toEqual(files);
  expect(await migrate(database.url)).toEqual([]);
});

test('a migration that was changed after it ran is refused', async () => {
  await onDatabase((client) => client.query(`update schema_migrations set sha256 = 'another'`));
  await expect(migrate(database.url)).rejects.toThrow('was changed after it was applied');
});

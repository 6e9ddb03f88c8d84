// The rules that let a schema be one shard of several (docs/scale.md): its tables have keys, its constraints have names, and no statement
// names its schema.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../testing/test-service.ts';
import { migrate } from './migrate.ts';
import { splitStatements } from './split-statements.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: Client;
beforeAll(async () => {
  database = await cloneDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const names = async (sql: string): Promise<string[]> =>
  (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);

test('every table has a primary key', async () => {
  expect(
    await names(
      `select relname as name from pg_class c where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
         and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`,
    ),
  ).toEqual([]);
});

test('every check of several columns has an explicit name', async () => {
  expect(
    await names(
      `select conrelid::regclass || ': ' || conname as name from pg_constraint
       where connamespace = current_schema()::regnamespace and contype = 'c' and cardinality(conkey) > 1
         and conname ~ '_check[0-9]*$'`,
    ),
  ).toEqual([]);
});

test('no migration names a schema', () => {
  const folder = path.join(import.meta.dirname, 'migrations');
  const statements = readdirSync(folder).flatMap((file) =>
    splitStatements(readFileSync(path.join(folder, file), 'utf8').replace(/--.*$/gm, '')),
  );
  expect(statements.filter((one) => /\bpublic\b/.test(one.replace(/\bfrom public$/, '')))).toEqual([]);
});

test('a database is migrated into the schema of its search path, with any name', async () => {
  await client.query('create schema shard_007');
  const join = database.ownerUrl.includes('?') ? '&' : '?';
  await migrate(`${database.ownerUrl}${join}options=${encodeURIComponent('-c search_path=shard_007')}`);
  const tables = (schema: string): Promise<string[]> =>
    names(`select table_name as name from information_schema.tables where table_schema = '${schema}' order by 1`);
  expect(await tables('shard_007')).toEqual(await tables('public'));
  await client.query(`set search_path = shard_007; select make_timeline_partition('run_timeline_segments_2031_01',
    'f0000000-0000-0000-0000-000000000000', 'f1000000-0000-0000-0000-000000000000')`);
  expect(await names(`select to_regclass('shard_007.run_timeline_segments_2031_01')::text as name`)).not.toEqual([
    null,
  ]);
  await client.query('set search_path = public');
});

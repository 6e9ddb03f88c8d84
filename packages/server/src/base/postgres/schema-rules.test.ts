// The rules that let a schema be one shard of several (docs/scale.md): its tables have keys, its constraints have names, and no statement
// names its schema.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/test-service.ts';
import { migrate } from './migrate.ts';
import { withParameter } from './servers.ts';
import { splitStatements } from './split-statements.ts';
import { tablesOfBoth, userTables } from './testing/table-owners.ts';

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
  await migrate(withParameter(database.ownerUrl, 'options', '-c search_path=shard_007'));
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

test('[AUT13] no row of a user refers to one of a store, nor the other way', async () => {
  const references = await client.query<{ name: string; from: string; to: string }>(
    `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where connamespace = current_schema()::regnamespace and contype = 'f'`,
  );
  expect(references.rows.length).toBeGreaterThan(userTables.length);
  const between = references.rows.filter(({ from, to }) => userTables.includes(from) !== userTables.includes(to));
  expect(between).toEqual([]);
});

test('[AUT13] no file of queries names a table of users and one of stores', async () => {
  const all = await names(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')`,
  );
  expect(all).toEqual(expect.arrayContaining([...userTables, ...tablesOfBoth]));
  const storeTables = all.filter((table) => !userTables.includes(table) && !tablesOfBoth.includes(table));
  const folder = path.join(import.meta.dirname, '../..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:queries|contacts|retention)\/[^/]+(?<!\.test)\.ts$/.test(file),
  );
  const named = files.map((file) => {
    const tables = tablesIn(readFileSync(path.join(folder, file), 'utf8'));
    return {
      file,
      ofUsers: userTables.filter((table) => tables.has(table)),
      ofStores: storeTables.filter((table) => tables.has(table)),
    };
  });
  expect(named.filter(({ ofUsers, ofStores }) => ofUsers.length > 0 && ofStores.length > 0)).toEqual([]);
  // Each table of users is found somewhere, so the search works.
  expect(userTables.filter((table) => !named.some(({ ofUsers }) => ofUsers.includes(table)))).toEqual([]);
});

/**
 * The names after `from`, `join`, `into`, `update` and `using`, and those given to `deleteOldest`. Where a statement takes the name of its
 * table as a value, all words of the file.
 */
function tablesIn(source: string): Set<string> {
  const code = source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  if (/\b(?:from|join|into|update|using)\s+\$\{\w*table/i.test(code)) return new Set(code.match(/\w+/g));
  const statements =
    /\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:\w+\s+\w+\s*,\s*)?(\w+)|deleteOldest\('(\w+)'/gi;
  return new Set([...code.matchAll(statements)].map(([, one, other]) => (one ?? other)!));
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { current, withTraceContext } from '../../platform/trace-context.ts';
import { cloneDatabase } from '../../testing/test-service.ts';
import { ReadTimeout } from './client.ts';
import { openPool, unhurried, type Database } from '../pool.ts';
import { inTransaction } from '../transaction.ts';

const weighing = fileURLToPath(import.meta.resolve('../testing/measure-statements.ts'));

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let slowQueries: { query: string; ms: number; requestId: string | undefined }[];

beforeAll(async () => {
  database = await cloneDatabase();
  const report = (query: string, ms: number): void =>
    void slowQueries.push({ query, ms, requestId: current()?.requestId });
  // One connection, which the first caller hands to the second.
  db = openPool(database.url, 1, () => {}, { statementMs: 10_000, slow: { ms: 500, report } });
  await db.query('select 1');
});
afterAll(async () => {
  await db.end();
  await database.drop();
});
beforeEach(() => (slowQueries = []));

test('a statement over the threshold is reported by its name, or by its text without values', async () => {
  await db.query('select 1');
  await db.query({ name: 'nap', text: 'select pg_sleep($1::float8)', values: [0.6] });
  await db.query('select   pg_sleep(0.6),\n  $1::text as name', ['Zelia Quaresma']);
  expect(slowQueries.map(({ query }) => query)).toEqual(['nap', 'select pg_sleep(0.6), $1::text as name']);
  for (const { ms } of slowQueries) expect(ms).toBeGreaterThanOrEqual(500);
});

test('a slow statement inside a transaction, and a failing one, are reported too', async () => {
  await inTransaction(db, (client) => client.query('select pg_sleep(0.6)'));
  await expect(db.query('select pg_sleep(0.6), 1 / (random() * 0)::int')).rejects.toThrow('division by zero');
  expect(slowQueries.map(({ query }) => query)).toEqual([
    'select pg_sleep(0.6)',
    'select pg_sleep(0.6), 1 / (random() * 0)::int',
  ]);
});

test('the report names the request of the caller, also on a reused connection, and excludes the wait for the connection', async () => {
  const query = (requestId: string, text: string) => withTraceContext({ requestId }, () => db.query(text));
  await Promise.all([
    query('first', 'select pg_sleep(0.7)'),
    query('second', 'select 2'),
    query('third', 'select pg_sleep(0.6)'),
  ]);
  expect(slowQueries.map(({ query, requestId }) => [query, requestId])).toEqual([
    ['select pg_sleep(0.7)', 'first'],
    ['select pg_sleep(0.6)', 'third'],
  ]);
});

test('the parameters of a statement are freed with it by a minor collection', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', weighing], {
    env: { ...process.env, DATABASE_URL: database.url },
  });
  expect(Number(stdout)).toBeLessThan(1_000_000);
});

test('a statement can have a longer timeout than others', async () => {
  const hasty = openPool(database.url, 1, () => {}, { statementMs: 100 });
  await expect(hasty.query('select pg_sleep(0.5)')).rejects.toThrow(ReadTimeout);
  await expect(inTransaction(hasty, (client) => client.query('select pg_sleep(0.5)'))).rejects.toThrow(ReadTimeout);
  const { rowCount } = await hasty.query({ text: 'select pg_sleep(0.5)', ...unhurried });
  expect(rowCount).toBe(1);
  await hasty.end();
});

test('the stack of an error includes the caller', async () => {
  const error = await inTransaction(db, async (client) => client.query('select 1 / 0')).catch(
    (caught: Error) => caught,
  );
  expect((error as Error).stack).toContain('client.test.ts');
});

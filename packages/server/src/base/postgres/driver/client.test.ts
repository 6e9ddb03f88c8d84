import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { current, withTraceContext } from '../../telemetry/trace-context.ts';
import { cloneDatabase } from '../../../testing/test-service.ts';
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
  await database.asOwner(`
    create function slow(result int default 1) returns int language plpgsql as $$
    begin raise notice 'slow'; return result; end $$`);
  db.on('connect', (client) => client.on('notice', () => (time += 600)));
  await db.query('select 1');
});
afterAll(async () => {
  await db.end();
  await database.drop();
});
beforeEach(() => (slowQueries = []));

/** In milliseconds. Only the function `slow` lets it pass, by a notice that comes before its result. */
let time = 0;
function countOnlySlowStatements(): void {
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
}

test('a statement over the threshold is reported by its name, or by its text without values', async () => {
  countOnlySlowStatements();
  await db.query('select 1');
  await db.query({ name: 'nap', text: 'select slow($1::int)', values: [6] });
  await db.query('select   slow(),\n  $1::text as name', ['Zelia Quaresma']);
  expect(slowQueries.map(({ query }) => query)).toEqual(['nap', 'select slow(), $1::text as name']);
  for (const { ms } of slowQueries) expect(ms).toBeGreaterThanOrEqual(500);
});

test('a slow statement inside a transaction, and a failing one, are reported too', async () => {
  countOnlySlowStatements();
  await inTransaction(db, (client) => client.query('select slow()'));
  await expect(db.query('select slow(), 1 / (random() * 0)::int')).rejects.toThrow('division by zero');
  expect(slowQueries.map(({ query }) => query)).toEqual(['select slow()', 'select slow(), 1 / (random() * 0)::int']);
});

test('the report names the request of the caller, also on a reused connection, and excludes the wait for the connection', async () => {
  countOnlySlowStatements();
  const query = (requestId: string, text: string) => withTraceContext({ requestId }, () => db.query(text));
  await Promise.all([query('first', 'select slow(1)'), query('second', 'select 2'), query('third', 'select slow(3)')]);
  expect(slowQueries.map(({ query, requestId }) => [query, requestId])).toEqual([
    ['select slow(1)', 'first'],
    ['select slow(3)', 'third'],
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
  await expect(hasty.query('select pg_sleep(60)')).rejects.toThrow(ReadTimeout);
  await expect(inTransaction(hasty, (client) => client.query('select pg_sleep(60)'))).rejects.toThrow(ReadTimeout);
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

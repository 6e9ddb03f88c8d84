import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { milliseconds } from './milliseconds.ts';
import { openPool, unhurried, type Database } from '../pool.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 1, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

test.each([
  ['2026-11-23T10:00:00.123Z', Date.parse('2026-11-23T10:00:00.123Z')],
  ['2026-11-23T10:00:00.123999Z', Date.parse('2026-11-23T10:00:00.123Z')],
  ['2199-12-31T23:59:59.999999Z', Date.parse('2199-12-31T23:59:59.999Z')],
  ['1969-12-31T23:59:59.9995Z', -1],
  ['infinity', Infinity],
  [null, null],
])('%s is converted to the right number of whole milliseconds', async (instant, wanted) => {
  const { rows } = await db.query<{ at: unknown }>(`select ${milliseconds('$1::timestamptz')} as at`, [instant]);
  expect(rows[0]!.at).toBe(wanted);
});

test('every microsecond of a second is rounded down exactly, as with numeric arithmetic', async () => {
  const at = `timestamptz '2026-11-23 10:00:00Z' + n * interval '1 microsecond'`;
  const { rows } = await db.query<{ wrong: number }>({
    text: `select count(*) as wrong from generate_series(0, 999999) n
     where ${milliseconds(at)} <> floor(extract(epoch from ${at}) * 1000)::float8`,
    ...unhurried,
  });
  expect(rows[0]!.wrong).toBe(0);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { openPool, type Database } from '../pool.ts';
import { shiftedInstant } from './shifted-instant.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  // Its clocks went forward on 4 November 2018.
  db = openPool(database.url, 1, () => {}, { settings: { TimeZone: 'America/Sao_Paulo' } });
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

test.each([
  ['2018-11-03T12:00:00.000Z', '1 day', '2018-11-04T12:00:00.000Z'],
  ['2018-11-04T02:59:59.999Z', '1 millisecond', '2018-11-04T03:00:00.000Z'],
  ['2018-11-04T03:30:00.000Z', '-90 minutes', '2018-11-04T02:00:00.000Z'],
  [null, '1 day', null],
])('%s shifted by %s is %s in every time zone', async (instant, interval, wanted) => {
  const text = `select ${shiftedInstant('$1::timestamptz', '$2::interval')} as at`;
  const { rows } = await db.query<{ at: Date | null }>(text, [instant, interval]);
  expect(rows[0]!.at).toEqual(wanted && new Date(wanted));
});

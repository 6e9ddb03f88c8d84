import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { openPool, type Database } from '../../../base/postgres/pool.ts';
import { runCounterInsertMany, type RunCounter } from './runs.ts';
import { runCounterCompact } from './run-counters.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 8, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const sums = async () =>
  (
    await db.query<{ automation_id: string; outcome: string; reason: string | null; sum: number }>(
      `select automation_id, outcome, reason, sum(count) from run_counters group by 1, 2, 3 order by 1, 2, 3`,
    )
  ).rows;

test('counters are folded while several workers add to them, and no count is lost', async () => {
  const storeId = newId();
  const automations = [newId(), newId(), newId()];
  const rowsOf = (automationId: string): RunCounter[] => [
    { automationId, storeId, outcome: 'entered', reason: null, count: 3 },
    { automationId, storeId, outcome: 'ended', reason: 'payment.confirmed', count: 1 },
    { automationId, storeId, outcome: 'cancelled', reason: null, count: 2 },
    { automationId, storeId, outcome: 'failed', reason: 'DEFECT', count: -1 },
    { automationId, storeId, outcome: 'failed', reason: 'DEFECT', count: 1 },
  ];
  const rounds = 120;
  const added = new AbortController();
  const adders = automations.map(async (automationId) => {
    for (let round = 0; round < rounds; round++) await runCounterInsertMany(db, rowsOf(automationId));
  });
  let folded = 0;
  const folders = [1, 2, 3].map(async () => {
    while (!added.signal.aborted) folded += await runCounterCompact(db, 40);
  });
  await Promise.all(adders);
  added.abort();
  await Promise.all(folders);
  expect(folded).toBeGreaterThan(0);
  const expected = automations.toSorted().flatMap((automation_id) => [
    { automation_id, outcome: 'cancelled', reason: null, sum: 2 * rounds },
    { automation_id, outcome: 'ended', reason: 'payment.confirmed', sum: rounds },
    { automation_id, outcome: 'entered', reason: null, sum: 3 * rounds },
  ]);
  expect((await sums()).filter(({ outcome }) => outcome !== 'failed')).toEqual(expected);
  while ((await runCounterCompact(db, 1000)) > 0);
  expect(await sums()).toEqual(expected);
  expect((await db.query('select from run_counters')).rowCount).toBe(9);
  expect(await runCounterCompact(db, 1000)).toBe(0);
});

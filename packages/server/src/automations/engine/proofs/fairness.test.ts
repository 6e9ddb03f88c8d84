import type { Steps } from '@retoma/flow';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventInsertMany } from '../../../shop/events/queries/events.ts';
import { storeDelete } from '../../../stores/queries/stores.ts';
import { newId } from '../../../base/ids.ts';
import { startTestEngine, type TestEngine, type TestEvent } from '../../../testing/test-engine.ts';
import { noStore, startRuns } from '../queues/events.ts';
import { wakeRuns } from '../queues/timers.ts';

// Measures in polls, not in seconds; `npm run prove -- fairness` measures the time with 200,000 events.
const many = 5_000;
const batch = 1_000;
const minute = 60_000;
const steps = [
  { type: 'delay', minutes: 30 },
  { type: 'delay', minutes: 30 },
] as Steps;

let service: TestEngine;
let small: string;
beforeEach(async () => {
  service = await startTestEngine();
  small = await service.newStore();
  await service.publish({ steps });
  await service.publish({ steps }, small);
});
afterEach(() => service.stop());

const event = (storeId = service.storeId): TestEvent => ({ type: 'pix.generated', data: {}, storeId });
const runsOf = async (storeId: string, since = 0): Promise<number> =>
  (
    await service.db.query<{ count: number }>(
      `select count(*)::int as count from runs where store_id = $1 and wake_at > to_timestamp($2 / 1000.0)`,
      [storeId, since],
    )
  ).rows[0]!.count;

describe('[RUN17] a store with a large backlog and one with a small backlog', () => {
  test('the other store’s run starts in the first batch after its event', async () => {
    const round = { after: noStore };
    await service.happen(...Array.from({ length: many }, () => event()));
    await startRuns(service.engine, round, batch);
    expect(await runsOf(service.storeId)).toBe(batch);
    await service.happen(event(small));
    await startRuns(service.engine, round, batch);
    expect(await runsOf(small)).toBe(1);
    expect(await runsOf(service.storeId)).toBeLessThan(2 * batch);
  });

  test('with more stores than one batch visits, the run starts within one round, while another worker holds its claim', async () => {
    const stores = Array.from({ length: 450 }, () => newId());
    for (let count = 0; count < 10; count++) await happenIn(stores);
    // The other worker has claimed all events of one store.
    const other = await service.db.connect();
    await other.query('begin');
    await other.query('select from event_queue where store_id = $1 for update', [stores[0]]);
    const last = newId();
    await happenIn([last]);
    const round = { after: noStore };
    for (let turn = 0; turn < 3; turn++) await startRuns(service.engine, round, batch);
    const { rows } = await service.db.query('select from event_queue where store_id = $1', [last]);
    await other.query('rollback');
    other.release();
    expect(rows).toEqual([]);
  });

  test('after the last store the next round starts in the same batch', async () => {
    const stores = Array.from({ length: 200 }, () => newId());
    for (let count = 0; count < 10; count++) await happenIn(stores);
    const round = { after: noStore };
    for (let left = 10 * stores.length; left > 0; left -= batch) {
      expect(await startRuns(service.engine, round, batch)).toBe(batch);
    }
  });

  test('a deleted store with an event in the queue blocks no other store', async () => {
    await service.happen(event(small), event());
    await storeDelete(service.db, small);
    expect(await startRuns(service.engine, { after: noStore }, batch)).toBe(2);
    expect([await runsOf(service.storeId), await runsOf(small)]).toEqual([1, 0]);
  });

  test('the other store’s timer is claimed in the second batch at the latest, with any number of earlier timers of the first store', async () => {
    await service.happen(...Array.from({ length: many }, () => event()));
    await service.settle();
    service.pass(1);
    await service.happen(event(small));
    await service.settle();
    expect([await runsOf(service.storeId), await runsOf(small)]).toEqual([many, 1]);
    service.pass(31 * minute);
    const [round, due] = [{ after: noStore, isSkewed: false }, service.now()];
    await wakeRuns(service.engine, round, batch);
    expect([await runsOf(service.storeId, due), await runsOf(small, due)]).toEqual([batch, 0]);
    await wakeRuns(service.engine, round, batch);
    expect(await runsOf(small, due)).toBe(1);
    expect(await runsOf(service.storeId, due)).toBeLessThan(many);
  });
});

/** One event in each of many stores without automations. */
async function happenIn(stores: readonly string[]): Promise<void> {
  await eventInsertMany(
    service.db,
    stores.map((storeId) => ({
      eventId: newId(),
      storeId,
      type: 'pix.generated',
      externalId: null,
      subject: null,
      orderId: null,
      checkoutId: null,
      occurredAt: service.now(),
      data: '{}',
      startsRuns: true,
    })),
  );
}

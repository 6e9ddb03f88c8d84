import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { eventInsertMany, type NewEvent } from './events.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const event = (parts: Partial<NewEvent> = {}): NewEvent => ({
  eventId: newId(),
  storeId: service.storeId,
  type: 'lead.created',
  externalId: null,
  subject: null,
  orderId: null,
  checkoutId: null,
  occurredAt: Date.parse('2026-03-12T17:05:00.123Z'),
  data: '{"customer":{"name":"José \\"Zé\\" \\\\ Lima"}}',
  startsRuns: true,
  ...parts,
});

async function queued(): Promise<string[]> {
  const { rows } = await service.context.db.query<{ id: string }>(
    'select unnest(event_id || more) as id from event_queue',
  );
  return rows.map(({ id }) => id);
}

test('[COM6] an event is stored unchanged, and queued if it starts runs', async () => {
  const loud = event({ externalId: 'evt_1', subject: 'lead 1' });
  const silent = event({ startsRuns: false });
  expect(await eventInsertMany(service.context.db, [loud, silent])).toEqual(new Set([loud.eventId, silent.eventId]));
  const { rows } = await service.context.db.query(
    `select store_id, type, external_id, subject, occurred_at, data::text from events where event_id = $1`,
    [loud.eventId],
  );
  expect(rows).toEqual([
    {
      store_id: loud.storeId,
      type: 'lead.created',
      external_id: 'evt_1',
      subject: 'lead 1',
      occurred_at: new Date(loud.occurredAt),
      data: loud.data,
    },
  ]);
  expect(await queued()).toContain(loud.eventId);
  expect(await queued()).not.toContain(silent.eventId);
});

test('[COM6] a repeated external id or subject creates no event, in this call or a later one', async () => {
  const first = event({ externalId: 'evt_2', subject: 'lead 2' });
  const sameId = event({ externalId: 'evt_2', subject: 'lead 3' });
  const sameSubject = event({ externalId: 'evt_3', subject: 'lead 2' });
  const otherType = event({ type: 'cart.abandoned', subject: 'lead 2' });
  expect(await eventInsertMany(service.context.db, [first])).toEqual(new Set([first.eventId]));
  expect(await eventInsertMany(service.context.db, [sameId, sameSubject, otherType])).toEqual(
    new Set([otherType.eventId]),
  );
  const twins = [event({ subject: 'lead 4' }), event({ subject: 'lead 4' })];
  expect((await eventInsertMany(service.context.db, twins)).size).toBe(1);
  expect(await queued()).not.toContain(sameSubject.eventId);
});

test('[COM6] workers are notified once for many events, and not at all without a queued event', async () => {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  let woken = 0;
  client.on('notification', () => woken++);
  await client.query('listen retoma_queue');
  const many = Array.from({ length: 1_000 }, () => event());
  expect((await eventInsertMany(service.context.db, many)).size).toBe(1_000);
  await client.query('select 1'); // earlier notifications arrive before its response
  expect(woken).toBe(1);
  await eventInsertMany(service.context.db, [event({ startsRuns: false }), many[0]!]);
  await eventInsertMany(service.context.db, []);
  await client.query('select 1');
  expect(woken).toBe(1);
  await client.end();
});

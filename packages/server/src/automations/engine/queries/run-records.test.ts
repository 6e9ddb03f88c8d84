import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PoolClient } from 'pg';
import { newId } from '../../../base/ids.ts';
import { cloneDatabase } from '../../../testing/test-service.ts';
import { openPool, type Database } from '../../../base/postgres/pool.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { checkoutInsertMany } from '../../../shop/checkouts/queries/checkouts.ts';
import { eventInsertMany, type NewEvent } from '../../../shop/events/queries/events.ts';
import { runRecordsLock, type RunRecords } from './run-records.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
const storeId = newId();
/** The id of no event, lower than all others. */
const noEvent = '00000000-0000-0000-0000-000000000000';

beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 6, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

async function addEvents(all: readonly Partial<NewEvent>[]): Promise<string[]> {
  const events = all.map((parts): NewEvent => ({
    eventId: newId(),
    storeId,
    type: 'cart.abandoned',
    externalId: null,
    subject: null,
    orderId: null,
    checkoutId: null,
    occurredAt: Date.parse('2026-03-12T17:05:00.123Z'),
    data: '{"lead":{"name":"Maria"}}',
    startsRuns: false,
    ...parts,
  }));
  await eventInsertMany(db, events);
  return events.map(({ eventId }) => eventId);
}

const addEvent = async (parts: Partial<NewEvent> = {}): Promise<string> => (await addEvents([parts]))[0]!;

async function addCheckout(owner = storeId): Promise<string> {
  const checkoutId = newId();
  const amounts = { subtotal: 18_000, discount: 1000, total: 17_000 };
  const request = Buffer.from('{"cart":{"items":[]}}');
  const alone = { hasRequestToken: false, at: 1, lead: null };
  const checkout = { checkoutId, storeId: owner, cartToken: 'ext_1', ...amounts, signed: false, request, ...alone };
  await checkoutInsertMany(db, [checkout], { again: false });
  return checkoutId;
}

type OrderFields = { checkoutId?: string | null; owner?: string };

async function addOrder(parts: OrderFields = {}, on: Pick<PoolClient, 'query'> = db): Promise<string> {
  const { checkoutId = null, owner = storeId } = parts;
  const orderId = newId();
  await on.query(
    `insert into orders (order_id, store_id, checkout_id, status, status_at, total_cents, payment, created_at)
     values ($1, $2, $3, 'pending', $4, 18990, '{"provider": "sandbox"}', $4)`,
    [orderId, owner, checkoutId, '2026-03-12T17:00:00Z'],
  );
  return orderId;
}

const pay = `update orders set status = 'paid', paid_at = now() where order_id = $1`;

const read = async (eventId: string): Promise<RunRecords> =>
  inTransaction(db, async (client) => (await runRecordsLock(client, [eventId]))[0]!);

/** Reads while `writer` holds its locks, lets it commit once the reader waits, and returns the reader's result. */
async function readDuring(eventId: string, write: (writer: PoolClient) => Promise<unknown>): Promise<RunRecords> {
  const writer = await db.connect();
  try {
    await writer.query('begin');
    await write(writer);
    const seen = read(eventId);
    await expect
      .poll(async () => {
        const { rows } = await db.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows;
      })
      .toHaveLength(1);
    await writer.query('commit');
    return await seen;
  } finally {
    writer.release();
  }
}

describe('the records of a run', () => {
  test('are just its event without an order and a checkout, read by one statement', async () => {
    const eventId = await addEvent();
    const query = vi.fn<typeof db.query>(db.query.bind(db));
    const [newer, found, older] = await runRecordsLock({ query } as unknown as typeof db, [newId(), eventId, noEvent]);
    expect([newer, older]).toEqual([null, null]);
    expect(found).toEqual({
      event: {
        eventId,
        storeId,
        type: 'cart.abandoned',
        orderId: null,
        checkoutId: null,
        occurredAt: Date.parse('2026-03-12T17:05:00.123Z'),
        data: '{"lead":{"name":"Maria"}}',
      },
      order: null,
      checkout: null,
      shopper: null,
    });
    expect(query).toHaveBeenCalledOnce();
  });

  test('are the event’s order and its checkout, with amounts as numbers and JSON as text', async () => {
    const checkoutId = await addCheckout();
    const orderId = await addOrder({ checkoutId });
    await addOrder();
    const { order, checkout } = await read(await addEvent({ orderId }));
    expect(order).toMatchObject({ orderId, status: 'pending', total: 18_990, payment: '{"provider": "sandbox"}' });
    expect(checkout).toEqual({
      checkoutId,
      cartToken: 'ext_1',
      state: 'open',
      subtotal: 18_000,
      discount: 1000,
      total: 17_000,
      signed: false,
      request: '{"cart":{"items":[]}}',
      createdAt: expect.any(Date) as Date,
      capturedAt: null,
      abandonedAt: null,
    });
  });

  test('include the order of the checkout if the event has none', async () => {
    const checkoutId = await addCheckout();
    const orderId = await addOrder({ checkoutId });
    expect((await read(await addEvent({ checkoutId }))).order?.orderId).toBe(orderId);
  });

  test('include the shopper of the checkout, as last written', async () => {
    const checkoutId = await addCheckout();
    const alone = await read(await addEvent({ checkoutId }));
    expect(alone.shopper).toBeNull();
    await db.query(
      `insert into shoppers (checkout_id, store_id, customer, address, browser, active_at)
       values ($1, $2, '{"name":"Maria"}', '{"city":"Curitiba"}', '{"ip":"203.0.113.10"}', '2026-03-12T17:00:00Z')`,
      [checkoutId, storeId],
    );
    expect((await read(await addEvent({ checkoutId }))).shopper).toEqual({
      customer: '{"name":"Maria"}',
      address: '{"city":"Curitiba"}',
      browser: '{"ip":"203.0.113.10"}',
      activeAt: new Date('2026-03-12T17:00:00Z'),
    });
  });

  test('never include those of another store', async () => {
    const stranger = newId();
    const strangers = await addCheckout(stranger);
    const orderId = await addOrder({ checkoutId: strangers, owner: stranger });
    const named = await read(await addEvent({ orderId, checkoutId: strangers }));
    expect([named.order, named.checkout]).toEqual([null, null]);
    const throughOrder = await read(await addEvent({ orderId }));
    expect([throughOrder.order, throughOrder.checkout]).toEqual([null, null]);
    const checkoutId = await addCheckout();
    await addOrder({ checkoutId, owner: stranger });
    expect((await read(await addEvent({ checkoutId }))).order).toBeNull();
  });

  test('are read for a thousand events of every kind together, each with its own, in any order', async () => {
    const checkoutId = await addCheckout();
    const [first, second] = [await addOrder({ checkoutId }), await addOrder()];
    const kinds = [{ orderId: first }, { orderId: second }, { checkoutId }, {}];
    const ids = await addEvents(Array.from({ length: 1_000 }, (_, index) => kinds[index % 4]!));
    const requested = ids.map((_, index) => ids[(index * 7 + 3) % 1_000]!);
    const found = await inTransaction(db, (client) => runRecordsLock(client, [...requested, ...ids]));
    expect(found.map((records) => records!.event.eventId)).toEqual([...requested, ...ids]);
    const seen = found.slice(1_000).map((records) => [records!.order?.orderId, records!.checkout?.checkoutId]);
    const wanted = [[first, checkoutId], [second, undefined], [first, checkoutId], []];
    expect(seen).toEqual(ids.map((_, index) => [wanted[index % 4]![0], wanted[index % 4]![1]]));
  });
});

describe('[DEF5] a run reads committed records', () => {
  test('an uncommitted payment is awaited and seen', async () => {
    const orderId = await addOrder();
    const { order } = await readDuring(await addEvent({ orderId }), (writer) => writer.query(pay, [orderId]));
    expect(order?.status).toBe('paid');
  });

  test('the first order of a checkout is awaited and seen, since its writer locks the checkout first', async () => {
    const checkoutId = await addCheckout();
    let orderId = '';
    const { order } = await readDuring(await addEvent({ checkoutId }), async (writer) => {
      await writer.query('select 1 from checkouts where checkout_id = $1 for update', [checkoutId]);
      orderId = await addOrder({ checkoutId }, writer);
    });
    expect(order?.orderId).toBe(orderId);
  });

  test('an uncommitted checkout state is awaited and seen', async () => {
    const checkoutId = await addCheckout();
    const { checkout } = await readDuring(await addEvent({ checkoutId }), (writer) =>
      writer.query(`update checkouts set state = 'paid' where checkout_id = $1`, [checkoutId]),
    );
    expect(checkout?.state).toBe('paid');
  });

  test('two readers do not block each other, and a payment waits until both have finished', async () => {
    const orderId = await addOrder();
    const eventId = await addEvent({ orderId });
    await inTransaction(db, async (client) => {
      await runRecordsLock(client, [eventId]);
      expect((await read(eventId)).order?.orderId).toBe(orderId);
      const lock = db.query('select 1 from orders where order_id = $1 for no key update nowait', [orderId]);
      await expect(lock).rejects.toMatchObject({ code: '55P03' });
    });
    expect((await db.query(pay, [orderId])).rowCount).toBe(1);
  });
});

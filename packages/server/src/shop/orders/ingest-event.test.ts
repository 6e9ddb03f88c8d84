import { randomUUID } from 'node:crypto';
import type { EventData, EventType, StoreEvent } from '@retoma/commerce';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';
import { ingestEvent, type IngestedEvent } from './ingest-event.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const minute = (count: number): string => new Date(Date.UTC(2026, 2, 12, 17, count)).toISOString();
const newOrder = (): { id: string } => ({ id: `order ${randomUUID()}` });

const event = (type: EventType, at: number, data: EventData = {}, id = randomUUID()): StoreEvent => ({
  id,
  type,
  occurred_at: minute(at),
  data,
});
const take = (report: StoreEvent, storeId = service.storeId): Promise<IngestedEvent> =>
  ingestEvent(service.context, storeId, report);

type Row = Record<string, unknown>;
async function rows(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (await service.context.db.query<Row>(sql, values)).rows;
}
const orderOf = async ({ id }: { id: string }, storeId = service.storeId): Promise<Row> =>
  (await rows('select * from orders where store_id = $1 and external_id = $2', storeId, id))[0]!;
const statusOf = async (order: { id: string }): Promise<unknown> => (await orderOf(order))['status'];
const isQueued = async ({ eventId }: IngestedEvent): Promise<boolean> =>
  (await rows('select from event_queue where event_id = $1', eventId)).length === 1;
async function newCheckout(): Promise<string> {
  return ((await (await service.post(smallCart)).json()) as { checkoutId: string }).checkoutId;
}

const pix = (payload: string, expires?: number) => ({
  pix: { payload, ...(expires !== undefined && { expires_at: minute(expires) }) },
});

describe('an event and its order', () => {
  test('[COM6] the members of a full event are written into the order, and null clears nothing', async () => {
    const order = {
      ...newOrder(),
      number: '1042',
      status: 'WAITING',
      payment_method: 'pix',
      total: 18990,
      subtotal: 18000,
    };
    const items = [{ title: 'Camiseta', quantity: 1, unit_price: 10000 }];
    const data: EventData = {
      order: { ...order, discount: 1000, created_at: minute(-5), items },
      payment: { provider: 'sandbox', ...pix('000201', 90) },
      customer: { name: 'Maria', email: 'maria@cliente.example', phone: null },
      shipping: { name: 'PAC', price: 1990 },
    };
    const ingested = await take(event('pix.generated', 0, data));
    const later = {
      order: { id: order.id, number: null, total: null },
      customer: { name: null, phone: '+5511900000000' },
    };
    await take(event('payment.confirmed', 1, later));
    expect(await orderOf(order)).toMatchObject({
      store_id: service.storeId,
      number: '1042',
      status: 'paid',
      raw_status: null,
      status_at: new Date(minute(1)),
      payment_method: 'pix',
      total_cents: 18990,
      subtotal_cents: 18000,
      discount_cents: 1000,
      shipping_cents: 1990,
      items,
      customer: { name: 'Maria', email: 'maria@cliente.example', phone: '+5511900000000' },
      shipping: { name: 'PAC', price: 1990 },
      payment: { provider: 'sandbox', pix: { payload: '000201', expires_at: minute(90) } },
      paid_at: new Date(minute(1)),
      paid_late: false,
      created_at: new Date(minute(-5)),
      updated_at: new Date(minute(1)),
    });
    const [stored] = await rows('select * from events where event_id = $1', ingested.eventId);
    expect(stored).toMatchObject({ order_id: (await orderOf(order))['order_id'], occurred_at: new Date(minute(0)) });
  });

  test('[COM6] older reports fill unknown members, and replace nothing', async () => {
    const order = newOrder();
    await take(event('payment.failed', 5, { order: { ...order, total: 200 }, customer: { name: 'Maria Lima' } }));
    await take(
      event('pix.generated', 1, {
        order: { ...order, total: 100, number: '7' },
        payment: pix('a'),
        customer: { name: 'Maria', email: 'm@a.example' },
      }),
    );
    expect(await orderOf(order)).toMatchObject({
      total_cents: 200,
      number: '7',
      customer: { name: 'Maria Lima', email: 'm@a.example' },
      created_at: new Date(minute(1)),
      updated_at: new Date(minute(5)),
    });
  });

  test('[COM6] a new PIX replaces the old one completely; the same one keeps its known members', async () => {
    const order = newOrder();
    await take(event('pix.generated', 0, { order, payment: pix('one', 30) }));
    await take(event('payment.failed', 1, { order, payment: { pix: { payload: 'one', txid: 'T' } } }));
    expect((await orderOf(order))['payment']).toEqual({ pix: { payload: 'one', expires_at: minute(30), txid: 'T' } });
    await take(event('pix.generated', 2, { order, payment: pix('two') }));
    expect((await orderOf(order))['payment']).toEqual({ pix: { payload: 'two' } });
  });

  test('[COM6] a PIX known by its page: the page is stored, its first code starts nothing, another code starts runs', async () => {
    const order = newOrder();
    const url = 'https://loja.example/pagar/1';
    const page = { pix: { url, expires_at: minute(30) } };
    expect(await isQueued(await take(event('pix.generated', 0, { order, payment: page })))).toBe(true);
    expect((await take(event('pix.generated', 1, { order, payment: page }))).duplicate).toBe(true);
    const coded = await take(event('pix.generated', 2, { order, payment: { pix: { url, payload: 'one' } } }));
    expect([coded.duplicate, await isQueued(coded)]).toEqual([false, false]);
    expect((await orderOf(order))['payment']).toEqual({ pix: { ...page.pix, payload: 'one' } });
    const again = await take(event('pix.generated', 3, { order, payment: { pix: { url, payload: 'two' } } }));
    expect(await isQueued(again)).toBe(true);
    expect((await orderOf(order))['payment']).toEqual({ pix: { url, payload: 'two' } });
    const other = await take(event('pix.generated', 4, { order, payment: { pix: { url: `${url}0` } } }));
    expect(await isQueued(other)).toBe(true);
  });

  test('[COM6] a shipment status in an event is stored; only a new shipment starts runs', async () => {
    const order = newOrder();
    const ship = async (minutes: number, tracking: EventData['tracking']): Promise<boolean> =>
      isQueued(await take(event('tracking_code_updated', minutes, { order, tracking })));
    expect(await ship(0, { code: 'AA1', status: 'posted' })).toBe(true);
    expect((await orderOf(order))['tracking']).toEqual({ code: 'AA1', status: 'posted' });
    expect(await ship(1, { code: 'AA1', status: 'delivered' })).toBe(false);
    expect((await orderOf(order))['tracking']).toEqual({ code: 'AA1', status: 'delivered' });
    expect(await ship(2, { code: 'BB2', status: 'posted' })).toBe(true);
    expect((await orderOf(order))['tracking']).toEqual({ code: 'BB2', previous_code: 'AA1', status: 'posted' });
  });

  test('[COM6] a new tracking code stores the previous one', async () => {
    const order = newOrder();
    await take(event('tracking_code_updated', 0, { order, tracking: { code: 'AA1', carrier: 'Correios' } }));
    await take(event('tracking_code_updated', 1, { order, tracking: { code: 'BB2' } }));
    expect((await orderOf(order))['tracking']).toEqual({ code: 'BB2', previous_code: 'AA1' });
  });

  test('[COM6] the named checkout is linked if it belongs to the store', async () => {
    const checkoutId = await newCheckout();
    const { storeId } = await createStore(service.context.db, 'Outra');
    const order = newOrder();
    const report = event('pix.generated', 0, { order, checkout_id: checkoutId.toUpperCase(), payment: pix('a') });
    const foreign = await take(report, storeId);
    expect((await orderOf(order, storeId))['checkout_id']).toBeNull();
    expect((await rows('select checkout_id from events where event_id = $1', foreign.eventId))[0]).toEqual({
      checkout_id: null,
    });
    const own = await take(report);
    expect((await orderOf(order))['checkout_id']).toBe(checkoutId);
    expect((await rows('select checkout_id from events where event_id = $1', own.eventId))[0]).toEqual({
      checkout_id: checkoutId,
    });
    const confirmed = await take(event('payment.confirmed', 1, { order, checkout_id: 'no id of ours' }));
    expect((await rows('select checkout_id from events where event_id = $1', confirmed.eventId))[0]).toEqual({
      checkout_id: checkoutId,
    });
  });

  test('[COM6] the named checkout is locked until the event is stored', async () => {
    const checkoutId = await newCheckout();
    let report: Promise<IngestedEvent> | undefined;
    await inTransaction(service.context.db, async (client) => {
      await client.query('select from checkouts where checkout_id = $1 for share', [checkoutId]);
      report = take(event('lead.created', 0, { checkout_id: checkoutId }));
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from checkouts%'`;
      await expect.poll(async () => (await rows(waiting)).length).toBe(1);
      expect(await rows('select from events where checkout_id = $1', checkoutId)).toEqual([]);
    });
    expect((await report!).duplicate).toBe(false);
  });

  test('[COM6] a report never changes another store’s order or events with the same ids', async () => {
    const { storeId } = await createStore(service.context.db, 'Outra');
    const order = newOrder();
    const report = event('pix.generated', 0, { order, payment: pix('a') });
    await take(report);
    expect((await take({ ...report, type: 'payment.confirmed' }, storeId)).duplicate).toBe(false);
    expect([await statusOf(order), (await orderOf(order, storeId))['status']]).toEqual(['pending', 'paid']);
  });

  test('[COM6] a clock that runs ahead is set back to now, so that later reports still count', async () => {
    const order = newOrder();
    const ahead = { ...event('payment.failed', 0, { order }), occurred_at: '2999-01-01T00:00:00Z' };
    await take(ahead);
    const status = await orderOf(order);
    expect((status['status_at'] as Date).getTime()).toBeLessThanOrEqual(service.context.clock());
    service.pass(1_000);
    await take({
      ...event('pix.generated', 0, { order, payment: pix('b') }),
      occurred_at: new Date(service.context.clock()).toISOString(),
    });
    expect(await statusOf(order)).toBe('pending');
  });
});

describe('the status', () => {
  test.each<[EventType, string | null, string, string | null]>([
    ['pix.generated', null, 'pending', null],
    ['boleto.generated', null, 'pending', null],
    ['payment.confirmed', null, 'paid', null],
    ['payment.failed', null, 'failed', null],
    ['tracking_code_updated', null, 'pending', null],
    ['pix.generated', 'Approved', 'paid', 'Approved'],
    ['tracking_code_updated', 'CONCLUIDA', 'paid', 'CONCLUIDA'],
    ['lead.created', 'in_process', 'processing', 'in_process'],
    ['payment.confirmed', 'pending', 'paid', 'pending'],
    ['payment.failed', 'paid', 'failed', 'paid'],
    ['pix.generated', 'on a boat', 'pending', 'on a boat'],
    ['tracking_code_updated', 'on a boat', 'pending', 'on a boat'],
  ])('[COM4][COM6] of %s with the word %s is %s', async (type, word, status, raw) => {
    const order = { ...newOrder(), status: word };
    await take(event(type, 0, { order, payment: { ...pix('a'), boleto: { line: '1' } }, tracking: { code: 'A' } }));
    expect(await orderOf(order)).toMatchObject({ status, raw_status: raw });
  });

  test('[COM4] an order without a report accepts any report as newer', async () => {
    const order = newOrder();
    await take(event('tracking_code_updated', 9, { order, tracking: { code: 'A' } }));
    await take(event('payment.failed', 1, { order }));
    expect(await statusOf(order)).toBe('failed');
  });

  test('[COM4] the status of an older report does not replace that of a newer one', async () => {
    const order = newOrder();
    await take(event('pix.generated', 5, { order: { ...order, status: 'waiting' }, payment: pix('b') }));
    await take(event('lead.created', 1, { order: { ...order, status: 'refused' } }));
    expect(await orderOf(order)).toMatchObject({ status: 'pending', raw_status: 'waiting' });
  });

  test('[COM4] does not depend on the order of reports', async () => {
    const order = newOrder();
    await take(event('payment.confirmed', 8, { order }));
    await take(event('payment.failed', 9, { order }));
    await take(event('pix.generated', 1, { order, payment: pix('a') }));
    expect(await orderOf(order)).toMatchObject({ status: 'paid', paid_at: new Date(minute(8)), paid_late: false });
    await take(event('lead.created', 10, { order: { ...order, status: 'refunded' } }));
    expect(await orderOf(order)).toMatchObject({ status: 'cancelled', raw_status: 'refunded', paid_late: false });
  });

  test('[COM7] money after a cancellation is paid, and marked late', async () => {
    const order = newOrder();
    await take(event('lead.created', 1, { order: { ...order, status: 'cancelled' } }));
    const paid = await take(event('payment.confirmed', 2, { order }));
    expect(await orderOf(order)).toMatchObject({ status: 'paid', paid_late: true, paid_at: new Date(minute(2)) });
    expect(await isQueued(paid)).toBe(true);
  });

  test('[COM7] money after the expiry of its PIX is paid and marked late, in any order of reports; by card it is not', async () => {
    const [before, after, card] = [newOrder(), newOrder(), { ...newOrder(), payment_method: 'credit_card' }];
    const generated = (order: { id: string }) => event('pix.generated', 0, { order, payment: pix('a', 30) });
    const confirmed = (order: { id: string }) => event('payment.confirmed', 31, { order });
    await take(generated(before));
    await take(confirmed(before));
    await take(confirmed(after));
    await take(generated(after));
    await take(generated(card));
    await take(confirmed(card));
    for (const order of [before, after])
      expect(await orderOf(order)).toMatchObject({ status: 'paid', paid_late: true });
    expect(await orderOf(card)).toMatchObject({ status: 'paid', paid_late: false });
  });
});

describe('events that start no runs', () => {
  const data = (order: { id: string; status?: string }): EventData => ({
    order,
    payment: { ...pix('a'), boleto: { line: '1' } },
    customer: { email: 'm@a.example' },
    tracking: { code: 'A' },
  });

  test.each<[EventType, string, boolean]>([
    ['pix.generated', 'paid', false],
    ['boleto.generated', 'paid', false],
    ['payment.failed', 'paid', false],
    ['pix.generated', 'cancelled', false],
    ['boleto.generated', 'cancelled', false],
    ['payment.failed', 'cancelled', false],
    ['payment.confirmed', 'cancelled', false],
    ['cart.abandoned', 'paid', false],
    ['pix.generated', 'failed', true],
    ['payment.failed', 'pending', true],
    ['payment.confirmed', 'failed', true],
    ['tracking_code_updated', 'paid', true],
    ['lead.created', 'paid', true],
  ])('[COM6] %s received when the order is %s: stored, starts runs: %s', async (type, status, starts) => {
    const order = newOrder();
    await take(event('lead.created', 9, { order: { ...order, status } }));
    const ingested = await take(event(type, 1, data(order)));
    expect(ingested.duplicate).toBe(false);
    expect(await isQueued(ingested)).toBe(starts);
  });

  test('[COM6] an abandoned cart whose checkout has an open order', async () => {
    const [ordered, failed, neither] = [await newCheckout(), await newCheckout(), await newCheckout()];
    await take(event('pix.generated', 0, { checkout_id: ordered, order: newOrder(), payment: pix('a') }));
    await take(event('payment.failed', 0, { checkout_id: failed, order: newOrder() }));
    const abandoned = (checkout_id: string) => take(event('cart.abandoned', 1, { checkout_id }));
    expect(await isQueued(await abandoned(ordered))).toBe(false);
    expect(await isQueued(await abandoned(failed))).toBe(true);
    expect(await isQueued(await abandoned(neither))).toBe(true);
  });
});

describe('duplicates', () => {
  test('[COM6] a repeated envelope changes nothing, even with other members', async () => {
    const order = newOrder();
    const first = event('pix.generated', 0, { order: { ...order, total: 1 }, payment: pix('a') });
    const ingested = await take(first);
    const other = { ...event('payment.confirmed', 1, { order: { ...order, total: 2 } }), id: first.id };
    expect(await take(other)).toEqual({ ok: true, eventId: ingested.eventId, duplicate: true });
    expect(await orderOf(order)).toMatchObject({ status: 'pending', total_cents: 1 });
    const unheard = newOrder();
    expect(await take({ ...first, data: { ...first.data, order: unheard } })).toMatchObject({ duplicate: true });
    expect(await orderOf(unheard)).toBeUndefined();
  });

  const order = { id: 'the order of the next tests' };
  const checkout_id = randomUUID();
  test.each<[string, EventType, EventData, EventData]>([
    ['the same PIX', 'pix.generated', { order, payment: pix('a') }, { order, payment: pix('b') }],
    [
      'the same boleto',
      'boleto.generated',
      { order, payment: { boleto: { line: '1' } } },
      { order, payment: { boleto: { url: 'https://b.example/1' } } },
    ],
    ['the same failed payment', 'payment.failed', { order, payment: { id: 'p1' } }, { order, payment: { id: 'p2' } }],
    ['a payment that failed at the same instant', 'payment.failed', { order }, { order, payment: { id: 'p3' } }],
    [
      'the same code and address',
      'tracking_code_updated',
      { order, tracking: { code: 'A', url: 'https://t.example/A' } },
      { order, tracking: { code: 'A', url: 'https://t.example/B' } },
    ],
    ['the same checkout, abandoned', 'cart.abandoned', { checkout_id }, { checkout_id: randomUUID() }],
    ['the same cart, abandoned', 'cart.abandoned', { cart: { token: 'c1' } }, { cart: { token: 'c2' } }],
    [
      'the same checkout’s lead',
      'lead.created',
      { checkout_id, cart: { token: 'c1' } },
      { checkout_id: randomUUID(), cart: { token: 'c1' } },
    ],
  ])('[COM6] %s in another envelope is a duplicate, another one is not', async (_, type, data, another) => {
    const first = await take(event(type, 0, data));
    expect(first.duplicate).toBe(false);
    expect(await take(event(type, 0, data))).toEqual({ ...first, duplicate: true });
    expect((await take(event(type, 0, another))).duplicate).toBe(false);
  });

  test('[COM6] a payment is confirmed once for each order, for any number of reports', async () => {
    const paid = newOrder();
    const first = await take(event('payment.confirmed', 0, { order: paid, payment: { id: 'p1' } }));
    const again = await take(event('payment.confirmed', 3, { order: paid, payment: { id: 'p2' } }));
    expect(again).toEqual({ ...first, duplicate: true });
    expect((await orderOf(paid))['payment']).toEqual({ id: 'p1' });
  });

  test('[COM6] leads without a checkout or cart are distinguished by their envelopes only', async () => {
    const lead = { lead: { email: 'm@a.example' } };
    const all = [await take(event('lead.created', 0, lead)), await take(event('lead.created', 0, lead))];
    expect(all.map(({ duplicate }) => duplicate)).toEqual([false, false]);
  });
});

describe('concurrently', () => {
  // As many as wait for a connection no longer than a request does, on a busy machine too.
  test('[COM6] 40 posts of one event create one', async () => {
    const order = newOrder();
    const report = event('payment.confirmed', 0, { order });
    const ingested = await Promise.all(Array.from({ length: 40 }, () => take(report)));
    expect(ingested.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(ingested.map(({ eventId }) => eventId)).size).toBe(1);
    expect(await rows('select from events where external_id = $1', report.id)).toHaveLength(1);
    expect(await rows('select from orders where external_id = $1', order.id)).toHaveLength(1);
  });

  test('[COM4][COM6] 50 different events of one order result in the right status, and all are stored', async () => {
    const order = newOrder();
    const failures = Array.from({ length: 24 }, (_, at) => event('payment.failed', at * 2, { order }));
    const codes = Array.from({ length: 24 }, (_, at) =>
      event('pix.generated', at * 2 + 1, { order, payment: pix(`code ${at}`) }),
    );
    const paid = event('payment.confirmed', 20, { order });
    const lead = event('lead.created', 21, { order: { ...order, status: 'processing' } });
    const all = [...failures, paid, ...codes, lead];
    const ingested = await Promise.all(all.map((report) => take(report)));
    expect(ingested.map(({ duplicate }) => duplicate)).toEqual(all.map(() => false));
    const now = await orderOf(order);
    expect(now).toMatchObject({ status: 'paid', paid_at: new Date(minute(20)), status_at: new Date(minute(20)) });
    expect(await rows('select from events where order_id = $1', now['order_id'])).toHaveLength(50);
  });

  test('[COM6] one envelope for many orders creates one event and one order', async () => {
    const id = randomUUID();
    const orders = Array.from({ length: 20 }, newOrder);
    const ingested = await Promise.all(orders.map((order) => take(event('payment.confirmed', 0, { order }, id))));
    expect(ingested.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(
      await rows(
        'select from orders where external_id = any($1)',
        orders.map((order) => order.id),
      ),
    ).toHaveLength(1);
  });
});

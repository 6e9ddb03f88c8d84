import { randomUUID } from 'node:crypto';
import type { EventData, EventType } from '@retoma/commerce';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingestEvent } from './ingest-event.ts';
import { startTestOrders, type TestOrders } from './testing/test-orders.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.stop());

const take = (type: EventType, checkout_id: string | null, order: EventData['order'], data: EventData = {}) =>
  ingestEvent(orders.deps, orders.storeId, {
    id: randomUUID(),
    type,
    occurred_at: new Date(orders.now()).toISOString(),
    data: { ...data, ...(checkout_id !== null && { checkout_id }), order },
  });
const ordersOf = (checkoutId: string) =>
  orders.rows('select order_id, external_id, status from orders where checkout_id = $1', checkoutId);
const orderCalled = async (externalId: string) =>
  (await orders.rows('select * from orders where external_id = $1', externalId))[0]!;

describe('an event of a store’s own system for a checkout with an order', () => {
  test('[COM2][COM6] reports that order, which gets the store’s id', async () => {
    const checkoutId = await orders.checkout();
    const paymentId = await orders.pay(checkoutId);
    const { order } = await orders.purchase(checkoutId);
    const id = randomUUID();
    orders.pass(1_000);
    await take('tracking_code_updated', checkoutId, { id }, { tracking: { code: 'AA1' } });
    expect((await orders.purchase(checkoutId)).order).toMatchObject({
      orderId: order.orderId,
      externalId: id,
      number: order.number,
      status: 'pending',
      total: 9980,
      payment: { id: paymentId },
      tracking: { code: 'AA1' },
    });
    orders.pass(1_000);
    await take('payment.confirmed', null, { id });
    const paid = await orders.purchase(checkoutId);
    expect([paid.order.status, paid.checkout.state]).toEqual(['paid', 'paid']);
    await orders.becomes(paymentId, { state: 'paid', paid: 9980 });
    expect((await orders.payment(paymentId)).state).toBe('paid');
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'tracking_code_updated', 'payment.confirmed']);
  });

  test('[COM2] that came before the order of our page: that order can still be paid there', async () => {
    const checkoutId = await orders.checkout();
    await take('payment.failed', checkoutId, { id: checkoutId, number: 'A-7', total: 1 });
    expect((await orders.purchase(checkoutId)).checkout.state).toBe('open');
    orders.pass(1_000);
    await orders.pay(checkoutId);
    const { order, checkout } = await orders.purchase(checkoutId);
    expect(order).toMatchObject({ externalId: checkoutId, number: 'A-7', status: 'pending', total: 9980 });
    expect(checkout.state).toBe('ordered');
  });

  test('[COM2] with another order of the store is not linked to the checkout, until the first order has failed', async () => {
    const checkoutId = await orders.checkout();
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await take('pix.generated', checkoutId, { id: first }, { payment: { pix: { payload: first } } });
    await take('pix.generated', checkoutId, { id: second }, { payment: { pix: { payload: second } } });
    expect(await ordersOf(checkoutId)).toMatchObject([{ external_id: first }]);
    expect((await orderCalled(second))['checkout_id']).toBeNull();
    orders.pass(1_000);
    await take('payment.failed', checkoutId, { id: first });
    await take('pix.generated', checkoutId, { id: third }, { payment: { pix: { payload: third } } });
    expect(await ordersOf(checkoutId)).toMatchObject([{ external_id: third }]);
    expect(await orderCalled(first)).toMatchObject({ checkout_id: null, status: 'failed' });
  });

  test('[COM2] with a known order id stays separate from the order of our page', async () => {
    const checkoutId = await orders.checkout();
    await orders.pay(checkoutId);
    const id = randomUUID();
    await take('payment.failed', null, { id });
    await take('payment.confirmed', checkoutId, { id });
    expect(await ordersOf(checkoutId)).toMatchObject([{ external_id: null, status: 'pending' }]);
    expect(await orderCalled(id)).toMatchObject({ checkout_id: null, status: 'paid' });
  });

  test('[COM2] 8 concurrent orders for one checkout, and a shopper who pays there: one is linked, none is lost', async () => {
    const checkoutId = await orders.checkout();
    const ids = Array.from({ length: 8 }, () => randomUUID());
    await Promise.all([
      ...ids.map((id) => take('pix.generated', checkoutId, { id }, { payment: { pix: { payload: id } } })),
      orders.place(checkoutId),
    ]);
    expect(await ordersOf(checkoutId)).toHaveLength(1);
    expect(await orders.rows('select from orders where external_id = any($1)', ids)).toHaveLength(8);
    expect(
      await orders.rows('select from events where checkout_id = $1 and order_id is not null', checkoutId),
    ).toHaveLength(9);
  });
});

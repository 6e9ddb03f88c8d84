import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RefundResult } from '../../providers/payments/provider.ts';
import { cancelOrder } from './cancel-order.ts';
import { markPaid } from './mark-paid.ts';
import { listOrders, showOrder } from './read-orders.ts';
import { refundOrder } from './payments/refund-order.ts';
import { setTracking } from './set-tracking.ts';
import { startTestOrders, type TestOrders } from './testing/test-orders.ts';

const minute = 60_000;
const otherStoreId = randomUUID();

let orders: TestOrders;
let checkoutId: string;
let paymentId: string;
let orderId: string;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.stop());
beforeEach(async () => {
  orders.pass(minute);
  checkoutId = await orders.checkout();
  paymentId = await orders.pay(checkoutId);
  orderId = (await orders.purchase(checkoutId)).order.orderId;
});

const order = async () => (await orders.purchase(checkoutId)).order;
const pay = () => orders.becomes(paymentId, { state: 'paid', paid: 9980 });
/** The parts with payments through the store's own PIX key. */
const own = () => ({
  ...orders.deps,
  payments: { ...orders.deps.payments, sandbox: { ...orders.provider, hasWebhooks: false } },
});

describe('marking as paid', () => {
  const mark = (paid?: number) => markPaid(own(), orders.storeId, orderId, paid, unaudited);

  test('[COM2] with a PIX to the store’s own key: the order is paid with it, and reported once', async () => {
    expect(await mark(9900)).toEqual({ ok: true });
    expect(await order()).toMatchObject({
      status: 'paid',
      paidLate: false,
      payment: { id: paymentId, paid_amount: 9900 },
    });
    expect(await orders.payment(paymentId)).toMatchObject({ state: 'paid', paid: 9900 });
    expect(await mark()).toEqual({ ok: false, code: 'ORDER_PAID' });
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });

  test('[COM7] after the expiry of its code, or the cancellation of the order: late', async () => {
    orders.pass(25 * 60 * minute);
    expect(await mark()).toEqual({ ok: true });
    expect(await order()).toMatchObject({ status: 'paid', paidLate: true });
    checkoutId = await orders.checkout(100);
    await orders.pay(checkoutId);
    orderId = (await order()).orderId;
    await cancelOrder(own(), orders.storeId, orderId, unaudited);
    expect(await mark()).toEqual({ ok: true });
    expect(await order()).toMatchObject({ status: 'paid', paidLate: true });
  });

  test('[COM2] with a provider that reports payments: the money came another way, and the payment is cancelled', async () => {
    expect(await markPaid(orders.deps, orders.storeId, orderId, undefined, unaudited)).toEqual({ ok: true });
    expect((await order()).status).toBe('paid');
    expect((await orders.payment(paymentId)).state).toBe('cancelled');
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });
});

describe('cancelling', () => {
  const cancel = () => cancelOrder(orders.deps, orders.storeId, orderId, unaudited);

  test('[COM4] is possible for an unpaid order; later money waits for a decision', async () => {
    expect(await cancel()).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
    expect(await cancel()).toEqual({ ok: false, code: 'ORDER_CANCELLED' });
    orders.pass(minute);
    await pay();
    expect(await order()).toMatchObject({ status: 'cancelled' });
  });

  test('[COM4] is refused for received money that is not reported yet', async () => {
    orders.provider.updates.set(paymentId, { state: 'paid', at: orders.now(), paid: 9980 });
    expect(await cancel()).toEqual({ ok: false, code: 'ORDER_PAID' });
    expect(await order()).toMatchObject({ status: 'paid', paidLate: false });
  });
});

describe('refunding', () => {
  const refund = (request = {}) => refundOrder(orders.deps, orders.storeId, orderId, { isReturned: false, ...request });

  test('[COM4] the paid amount cancels the order', async () => {
    expect(await refund()).toEqual({ ok: false, code: 'NOT_PAID' });
    await pay();
    orders.pass(minute);
    expect(await refund()).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
    expect((await orders.payment(paymentId)).state).toBe('refunded');
    expect(await refund()).toEqual({ ok: false, code: 'NOT_PAID' });
  });

  test('[COM4] one of two payments leaves the order paid', async () => {
    const card = await orders.pay(checkoutId, 'card');
    await pay();
    await orders.becomes(card, { state: 'paid', paid: 9980 });
    orders.pass(minute);
    expect(await refund({ paymentId: otherStoreId })).toEqual({ ok: false, code: 'PAYMENT_NOT_FOUND' });
    expect(await refund({ paymentId: card })).toEqual({ ok: true });
    expect((await order()).status).toBe('paid');
  });

  test.each<[RefundResult, object]>([
    [
      { outcome: 'refused', reason: 'TOO_OLD' },
      { code: 'REFUND_REFUSED', reason: 'TOO_OLD' },
    ],
    [{ outcome: 'unsupported' }, { code: 'MANUAL_REFUND_REQUIRED' }],
    [
      { outcome: 'broken', reason: 'WRONG_TOKEN' },
      { code: 'PROVIDER_UNAVAILABLE', reason: 'WRONG_TOKEN' },
    ],
    [
      { outcome: 'later', reason: 'HTTP_503' },
      { code: 'PROVIDER_UNAVAILABLE', reason: 'HTTP_503' },
    ],
  ])('[COM4] with %j leaves the order paid, and the provider is polled again', async (answer, refusal) => {
    const { refund: scripted } = orders.provider.script;
    await pay();
    orders.provider.script.refund = () => answer;
    expect(await refund()).toEqual({ ok: false, ...refusal });
    orders.provider.script.refund = scripted;
    expect((await order()).status).toBe('paid');
    expect((await orders.payment(paymentId)).pollAt).toBe(orders.now() + minute);
  });

  test('[COM4] by the merchant calls no provider', async () => {
    await pay();
    orders.provider.calls.length = 0;
    expect(await refund({ isReturned: true })).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
    expect(orders.provider.calls).toEqual([]);
  });

  test('[COM4] of money that only the merchant sees is done by the merchant', async () => {
    await markPaid(orders.deps, orders.storeId, orderId, undefined, unaudited);
    expect(await refund()).toEqual({ ok: false, code: 'MANUAL_REFUND_REQUIRED' });
    expect(await refund({ isReturned: true })).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
  });
});

describe('tracking', () => {
  const track = (code: string, more = {}) =>
    setTracking(orders.deps, orders.storeId, orderId, { code, ...more }, unaudited);

  test('[COM2] reports a code that is assigned or changed; the same code or just a status is not reported', async () => {
    expect(await track('AA1', { carrier: 'Correios' })).toEqual({ ok: true, changed: true });
    expect(await track('AA1')).toEqual({ ok: true, changed: false });
    expect(await track('AA1', { status: 'delivered' })).toEqual({ ok: true, changed: true });
    expect(await orders.events(checkoutId)).toEqual(['pix.generated', 'tracking_code_updated']);
    await track('AA1', { url: 'https://t.example/AA1' });
    await track('BB2');
    // Back to its first value, which is a new report.
    await track('AA1', { url: 'https://t.example/AA1' });
    expect(await orders.events(checkoutId)).toHaveLength(5);
    expect((await order()).tracking).toEqual({ previous_code: 'BB2', code: 'AA1', url: 'https://t.example/AA1' });
    const [last] = await orders.rows('select data from events where order_id = $1 order by recorded_at desc', orderId);
    expect(last!['data']).toMatchObject({ tracking: { code: 'AA1' }, customer: { name: 'Maria Souza Lima' } });
  });

  test.each([
    ['', {}],
    ['x'.repeat(201), {}],
    ['AA1', { url: 'javascript:alert(1)' }],
    ['AA1', { carrier: 'x'.repeat(201) }],
  ])('[COM2] %j %j is refused', async (code, more) => {
    expect(await track(code, more)).toEqual({ ok: false, code: 'INVALID_TRACKING' });
  });
});

test('[COM2] an order of another store cannot be changed', async () => {
  const { deps } = orders;
  const refused = { ok: false, code: 'ORDER_NOT_FOUND' };
  expect(await markPaid(deps, otherStoreId, orderId, undefined, unaudited)).toEqual(refused);
  expect(await cancelOrder(deps, otherStoreId, orderId, unaudited)).toEqual(refused);
  expect(await refundOrder(deps, otherStoreId, orderId, { isReturned: false })).toEqual(refused);
  expect(await setTracking(deps, otherStoreId, orderId, { code: 'A' }, unaudited)).toEqual(refused);
  expect(await showOrder(deps.db, otherStoreId, orderId)).toBeUndefined();
});

describe('reading', () => {
  const attention = async () => (await showOrder(orders.deps.db, orders.storeId, orderId))!.attention;

  test('[COM2] lists the newest first, optionally with one status, with their payments', async () => {
    const first = await listOrders(orders.deps.db, orders.storeId, { limit: 1 });
    expect(first).toMatchObject([{ order: { orderId, status: 'pending' }, payments: [{ paymentId }], attention: [] }]);
    await pay();
    const paid = await listOrders(orders.deps.db, orders.storeId, { limit: 100, status: 'paid' });
    expect(paid.map(({ order: { status } }) => status)).toEqual(paid.map(() => 'paid'));
    expect(paid[0]!.order.orderId).toBe(orderId);
  });

  test('[COM7] reports money that the merchant must review', async () => {
    const card = await orders.pay(checkoutId, 'card');
    await orders.becomes(card, { state: 'paid', paid: 9000 });
    expect(await attention()).toEqual(['UNDERPAID']);
    orders.pass(25 * 60 * minute);
    await pay();
    expect(await attention()).toEqual(['PAID_TWICE', 'PAID_LATE', 'UNSIGNED_PRICE']);
    checkoutId = await orders.checkout();
    paymentId = await orders.pay(checkoutId);
    orderId = (await order()).orderId;
    orders.pass(25 * 60 * minute);
    await pay();
    expect(await attention()).toEqual(['PAID_LATE', 'UNSIGNED_PRICE']);
  });

  test('[COM4] reports money of an order that was cancelled after the payment', async () => {
    const paidAt = orders.now();
    orders.pass(minute);
    orders.provider.script.find = () => ({ outcome: 'later', reason: 'HTTP_503' });
    await cancelOrder(orders.deps, orders.storeId, orderId, unaudited);
    orders.provider.script.find = (payment) => ({
      outcome: 'found',
      providerId: `their ${payment.paymentId}`,
      update: { state: 'paid', at: paidAt, paid: 9980 },
    });
    orders.pass(minute);
    await orders.becomes(paymentId, { state: 'paid', at: paidAt, paid: 9980 });
    expect((await order()).status).toBe('cancelled');
    expect(await attention()).toEqual(['PAID_NOT_WANTED']);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Refunded } from '../payments/provider.ts';
import { cancelOrder } from './cancel-order.ts';
import { markPaid } from './mark-paid.ts';
import { listOrders, showOrder } from './read-orders.ts';
import { refundOrder } from './payments/refund-order.ts';
import { setTracking } from './set-tracking.ts';
import { startTestOrders, type TestOrders } from './testing/test-orders.ts';

const minute = 60_000;
const nobody = randomUUID();

let world: TestOrders;
let checkoutId: string;
let paymentId: string;
let orderId: string;
beforeAll(async () => {
  world = await startTestOrders();
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.pass(minute);
  checkoutId = await world.checkout();
  paymentId = await world.pay(checkoutId);
  orderId = (await world.purchase(checkoutId)).order.orderId;
});

const order = async () => (await world.purchase(checkoutId)).order;
const pay = () => world.becomes(paymentId, { state: 'paid', paid: 9980 });
/** As if the payments went through the store's own PIX key. */
const own = () => ({
  ...world.parts,
  payments: { ...world.parts.payments, sandbox: { ...world.provider, hasWebhooks: false } },
});

describe('marked as paid', () => {
  const mark = (paid?: number) => markPaid(own(), world.storeId, orderId, paid);

  test('[COM2] a PIX to the store’s own key: the order is paid with it, and told once', async () => {
    expect(await mark(9900)).toEqual({ ok: true });
    expect(await order()).toMatchObject({
      status: 'paid',
      paidLate: false,
      payment: { id: paymentId, paid_amount: 9900 },
    });
    expect(await world.payment(paymentId)).toMatchObject({ state: 'paid', paid: 9900 });
    expect(await mark()).toEqual({ ok: false, code: 'ORDER_PAID' });
    expect(await world.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });

  test('[COM7] after its code had expired, or the order was cancelled: late', async () => {
    world.pass(25 * 60 * minute);
    expect(await mark()).toEqual({ ok: true });
    expect(await order()).toMatchObject({ status: 'paid', paidLate: true });
    checkoutId = await world.checkout(100);
    await world.pay(checkoutId);
    orderId = (await order()).orderId;
    await cancelOrder(own(), world.storeId, orderId);
    expect(await mark()).toEqual({ ok: true });
    expect(await order()).toMatchObject({ status: 'paid', paidLate: true });
  });

  test('[COM2] where a provider would tell of the payment, the money came otherwise, and the payment is cancelled', async () => {
    expect(await markPaid(world.parts, world.storeId, orderId)).toEqual({ ok: true });
    expect((await order()).status).toBe('paid');
    expect((await world.payment(paymentId)).state).toBe('cancelled');
    expect(await world.events(checkoutId)).toEqual(['pix.generated', 'payment.confirmed']);
  });
});

describe('cancelled', () => {
  const cancel = () => cancelOrder(world.parts, world.storeId, orderId);

  test('[COM4] an order that is not paid; money that comes then waits for a person', async () => {
    expect(await cancel()).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
    expect(await cancel()).toEqual({ ok: false, code: 'ORDER_CANCELLED' });
    world.pass(minute);
    await pay();
    expect(await order()).toMatchObject({ status: 'cancelled' });
  });

  test('[COM4] not one whose money has come, though nobody has told of it yet', async () => {
    world.provider.news.set(paymentId, { state: 'paid', at: world.now(), paid: 9980 });
    expect(await cancel()).toEqual({ ok: false, code: 'ORDER_PAID' });
    expect(await order()).toMatchObject({ status: 'paid', paidLate: false });
  });
});

describe('given back', () => {
  const refund = (request = {}) => refundOrder(world.parts, world.storeId, orderId, { isReturned: false, ...request });

  test('[COM4] what was paid: the order is cancelled', async () => {
    expect(await refund()).toEqual({ ok: false, code: 'NOT_PAID' });
    await pay();
    world.pass(minute);
    expect(await refund()).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
    expect((await world.payment(paymentId)).state).toBe('refunded');
    expect(await refund()).toEqual({ ok: false, code: 'NOT_PAID' });
  });

  test('[COM4] one of two payments: the order stays paid', async () => {
    const card = await world.pay(checkoutId, 'card');
    await pay();
    await world.becomes(card, { state: 'paid', paid: 9980 });
    world.pass(minute);
    expect(await refund({ paymentId: nobody })).toEqual({ ok: false, code: 'PAYMENT_NOT_FOUND' });
    expect(await refund({ paymentId: card })).toEqual({ ok: true });
    expect((await order()).status).toBe('paid');
  });

  test.each<[Refunded, object]>([
    [
      { outcome: 'refused', reason: 'TOO_OLD' },
      { code: 'REFUND_REFUSED', reason: 'TOO_OLD' },
    ],
    [{ outcome: 'unsupported' }, { code: 'REFUND_ELSEWHERE' }],
    [
      { outcome: 'broken', reason: 'WRONG_TOKEN' },
      { code: 'PROVIDER_UNAVAILABLE', reason: 'WRONG_TOKEN' },
    ],
    [
      { outcome: 'later', reason: 'HTTP_503' },
      { code: 'PROVIDER_UNAVAILABLE', reason: 'HTTP_503' },
    ],
  ])('[COM4] %j: the order stays paid, and the provider is asked again what became of it', async (answer, refusal) => {
    const { refund: scripted } = world.provider.script;
    await pay();
    world.provider.script.refund = () => answer;
    expect(await refund()).toEqual({ ok: false, ...refusal });
    world.provider.script.refund = scripted;
    expect((await order()).status).toBe('paid');
    expect((await world.payment(paymentId)).checkAt).toBe(world.now() + minute);
  });

  test('[COM4] given back by the merchant: no provider is asked', async () => {
    await pay();
    world.provider.calls.length = 0;
    expect(await refund({ isReturned: true })).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
    expect(world.provider.calls).toEqual([]);
  });

  test('[COM4] money of which only the merchant knows: given back elsewhere', async () => {
    await markPaid(world.parts, world.storeId, orderId);
    expect(await refund()).toEqual({ ok: false, code: 'REFUND_ELSEWHERE' });
    expect(await refund({ isReturned: true })).toEqual({ ok: true });
    expect((await order()).status).toBe('cancelled');
  });
});

describe('tracked', () => {
  const track = (code: string, more = {}) => setTracking(world.parts, world.storeId, orderId, { code, ...more });

  test('[COM2] a code that is assigned or changed is told; what is the same, and where it is, is not', async () => {
    expect(await track('AA1', { carrier: 'Correios' })).toEqual({ ok: true, changed: true });
    expect(await track('AA1')).toEqual({ ok: true, changed: false });
    expect(await track('AA1', { status: 'delivered' })).toEqual({ ok: true, changed: true });
    expect(await world.events(checkoutId)).toEqual(['pix.generated', 'tracking_code_updated']);
    await track('AA1', { url: 'https://t.example/AA1' });
    await track('BB2');
    // Back to what it was: news again.
    await track('AA1', { url: 'https://t.example/AA1' });
    expect(await world.events(checkoutId)).toHaveLength(5);
    expect((await order()).tracking).toEqual({ previous_code: 'BB2', code: 'AA1', url: 'https://t.example/AA1' });
    const [last] = await world.rows('select data from events where order_id = $1 order by recorded_at desc', orderId);
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

test('[COM2] nothing is done to an order of another store', async () => {
  const { parts } = world;
  const refused = { ok: false, code: 'ORDER_NOT_FOUND' };
  expect(await markPaid(parts, nobody, orderId)).toEqual(refused);
  expect(await cancelOrder(parts, nobody, orderId)).toEqual(refused);
  expect(await refundOrder(parts, nobody, orderId, { isReturned: false })).toEqual(refused);
  expect(await setTracking(parts, nobody, orderId, { code: 'A' })).toEqual(refused);
  expect(await showOrder(parts.db, nobody, orderId)).toBeUndefined();
});

describe('read', () => {
  const attention = async () => (await showOrder(world.parts.db, world.storeId, orderId))!.attention;

  test('[COM2] the newest first, in one status where asked for, with their payments', async () => {
    const first = await listOrders(world.parts.db, world.storeId, { limit: 1 });
    expect(first).toMatchObject([{ order: { orderId, status: 'pending' }, payments: [{ paymentId }], attention: [] }]);
    await pay();
    const paid = await listOrders(world.parts.db, world.storeId, { limit: 100, status: 'paid' });
    expect(paid.map(({ order: { status } }) => status)).toEqual(paid.map(() => 'paid'));
    expect(paid[0]!.order.orderId).toBe(orderId);
  });

  test('[COM7] money that the merchant must look at', async () => {
    const card = await world.pay(checkoutId, 'card');
    await world.becomes(card, { state: 'paid', paid: 9000 });
    expect(await attention()).toEqual(['UNDERPAID']);
    world.pass(25 * 60 * minute);
    await pay();
    expect(await attention()).toEqual(['PAID_TWICE', 'PAID_LATE', 'UNSIGNED_PRICE']);
    checkoutId = await world.checkout();
    paymentId = await world.pay(checkoutId);
    orderId = (await order()).orderId;
    world.pass(25 * 60 * minute);
    await pay();
    expect(await attention()).toEqual(['PAID_LATE', 'UNSIGNED_PRICE']);
  });

  test('[COM4] money of an order that was cancelled after it came', async () => {
    const paidAt = world.now();
    world.pass(minute);
    world.provider.script.find = () => ({ outcome: 'later', reason: 'HTTP_503' });
    await cancelOrder(world.parts, world.storeId, orderId);
    world.provider.script.find = (payment) => ({
      outcome: 'found',
      providerId: `their ${payment.paymentId}`,
      news: { state: 'paid', at: paidAt, paid: 9980 },
    });
    world.pass(minute);
    await world.becomes(paymentId, { state: 'paid', at: paidAt, paid: 9980 });
    expect((await order()).status).toBe('cancelled');
    expect(await attention()).toEqual(['PAID_NOT_WANTED']);
  });
});

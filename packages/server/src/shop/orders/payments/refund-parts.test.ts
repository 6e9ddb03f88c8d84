import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refundList } from '../queries/refunds.ts';
import { startTestOrders, type TestOrders } from '../testing/test-orders.ts';
import { refundOrder, type RefundRequest } from './refund-order.ts';

const minute = 60_000;

let orders: TestOrders;
let refund: TestOrders['provider']['script']['refund'];
let checkoutId: string;
let paymentId: string;
let orderId: string;
beforeAll(async () => {
  orders = await startTestOrders();
  ({ refund } = orders.provider.script);
});
afterAll(() => orders.stop());

const cart = {
  items: [
    { title: 'Vela', quantity: 2, unitPrice: 5_000, image: 'https://loja.example/v.png' },
    { title: 'Difusor', quantity: 1, unitPrice: 2_000, image: 'https://loja.example/d.png' },
  ],
  requiresShipping: false,
};
beforeEach(async () => {
  orders.pass(minute);
  orders.provider.script.refund = refund;
  checkoutId = await orders.checkout(0, { cart });
  paymentId = await orders.pay(checkoutId);
  orderId = (await orders.purchase(checkoutId)).order.orderId;
  await orders.becomes(paymentId, { state: 'paid', paid: 12_000 });
  orders.pass(minute);
});

const requested = (request: Partial<RefundRequest> = {}) =>
  refundOrder(orders.deps, orders.storeId, orderId, { isReturned: false, requestId: randomUUID(), ...request });
const order = async () => (await orders.purchase(checkoutId)).order;
const booked = async () =>
  (await refundList(orders.service.context.db, orderId)).map(
    ({ amount, state, source, failure }) => `${amount} ${state} ${source}${failure ? ` ${failure}` : ''}`,
  );
const calls = () => orders.provider.calls.filter((call) => call === `refund ${paymentId}`).length;

test('[COM46] parts leave the order paid, until the whole is given back', async () => {
  expect(await requested({ amount: 5_000 })).toEqual({ ok: true });
  expect(await order()).toMatchObject({ status: 'paid', accepted: 7_000 });
  expect(await orders.payment(paymentId)).toMatchObject({ state: 'partially_refunded', refunded: 5_000, refunding: 0 });
  expect(await requested({ amount: 7_001 })).toEqual({ ok: false, code: 'REFUND_TOO_HIGH' });
  expect(await requested()).toEqual({ ok: true });
  expect(await order()).toMatchObject({ status: 'cancelled' });
  expect(await orders.payment(paymentId)).toMatchObject({ state: 'refunded' });
  expect(await booked()).toEqual(['5000 done command_line', '7000 done command_line']);
  expect(await requested({ amount: 1 })).toEqual({ ok: false, code: 'NOT_PAID' });
});

test('[COM46] lines are given back once, at the amount that the member saw', async () => {
  const one = { lines: [{ line: 0, quantity: 1 }], shipping: false };
  expect(await requested({ lines: one, amount: 4_999 })).toEqual({ ok: false, code: 'REFUND_CHANGED' });
  expect(await requested({ lines: one, amount: 5_000 })).toEqual({ ok: true });
  expect(await requested({ lines: { ...one, lines: [{ line: 0, quantity: 2 }] } })).toEqual({
    ok: false,
    code: 'REFUND_CHANGED',
  });
  expect(await requested({ lines: one })).toEqual({ ok: true });
  expect(await orders.payment(paymentId)).toMatchObject({ refunded: 10_000 });
});

test('[COM46] a repeated request is one refund, also after an answer that was lost', async () => {
  const request = { amount: 5_000, requestId: randomUUID() };
  orders.provider.script.refund = (asked) => {
    void refund(asked);
    return { outcome: 'later', reason: 'TIMEOUT' };
  };
  expect(await requested(request)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(await booked()).toEqual(['5000 requested command_line']);
  expect(await requested({ amount: 3_000 })).toEqual({ ok: false, code: 'REFUND_IN_PROGRESS' });
  orders.provider.script.refund = refund;
  expect(await requested(request)).toEqual({ ok: true });
  expect(await requested(request)).toEqual({ ok: true });
  expect(calls()).toBe(2);
  expect(orders.provider.updates.get(paymentId)).toMatchObject({ refunded: 5_000 });
  expect(await booked()).toEqual(['5000 done command_line']);
});

test('[COM46] a process that died leaves a refund that a lookup finds', async () => {
  orders.provider.script.refund = (asked) => {
    void refund(asked);
    throw new Error('the process died');
  };
  expect(await requested({ amount: 5_000, by: undefined as never })).toMatchObject({ ok: false });
  await orders.becomes(paymentId, { state: 'partially_refunded', paid: 12_000, refunded: 5_000 });
  expect(await booked()).toEqual(['5000 done command_line']);
  expect(await orders.payment(paymentId)).toMatchObject({ refunded: 5_000, refunding: 0 });
});

test('[COM46] parts given back at the provider are booked, beside a requested one or instead of it', async () => {
  await orders.becomes(paymentId, { state: 'partially_refunded', paid: 12_000, refunded: 1_000 });
  expect(await booked()).toEqual(['1000 done provider']);
  orders.provider.script.refund = () => ({ outcome: 'later', reason: 'TIMEOUT' });
  await requested({ amount: 10_000 });
  await orders.becomes(paymentId, { state: 'partially_refunded', paid: 12_000, refunded: 2_000 });
  expect(await booked()).toEqual(['1000 done provider', '10000 requested command_line', '1000 done provider']);
  // The provider can no longer make the requested one.
  await orders.becomes(paymentId, { state: 'partially_refunded', paid: 12_000, refunded: 5_000 });
  expect((await booked())[1]).toBe('10000 failed command_line NOT_LEFT');
  expect(await orders.payment(paymentId)).toMatchObject({ refunded: 5_000, refunding: 0 });
});

test('[COM46] a refusal frees the amount, and the same request can be tried again', async () => {
  const request = { amount: 12_000, requestId: randomUUID() };
  orders.provider.script.refund = () => ({ outcome: 'refused', reason: 'HTTP_400' });
  expect(await requested(request)).toMatchObject({ code: 'REFUND_REFUSED' });
  orders.provider.script.refund = refund;
  expect(await requested(request)).toEqual({ ok: true });
  expect(await booked()).toEqual(['12000 failed command_line HTTP_400', '12000 done command_line']);
});

test('[COM46] a provider without refunds leaves no trace until the merchant has given the part back', async () => {
  orders.provider.script.refund = () => ({ outcome: 'unsupported' });
  expect(await requested({ amount: 5_000 })).toEqual({ ok: false, code: 'MANUAL_REFUND_REQUIRED' });
  expect(await booked()).toEqual([]);
  expect(await requested({ amount: 5_000, isReturned: true })).toEqual({ ok: true });
  expect(await orders.payment(paymentId)).toMatchObject({ state: 'partially_refunded', refunded: 5_000 });
});

test('[COM46] eight requests at once never give back more than was paid', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, (_, index) => requested({ amount: 3_000 + index })));
  expect(all.some(({ ok }) => ok)).toBe(true);
  const { refunded = 0 } = orders.provider.updates.get(paymentId)!;
  expect(refunded).toBeLessThanOrEqual(12_000);
  expect(await orders.payment(paymentId)).toMatchObject({ refunded, refunding: 0 });
});

test('[COM46] equal parts returned outside in one millisecond are two refunds', async () => {
  const part = { amount: 1_000, isReturned: true };
  expect([await requested(part), await requested(part)]).toEqual([{ ok: true }, { ok: true }]);
  expect(await booked()).toEqual(['1000 done command_line', '1000 done command_line']);
  expect(await orders.payment(paymentId)).toMatchObject({ refunded: 2_000 });
});

test('[COM46] a request does not take a refund that another one is making for its own', async () => {
  const part = { amount: 1_000, isReturned: true };
  const db = Object.create(orders.deps.db) as TestOrders['deps']['db'];
  // The other request comes once the refund is stored, and before it is made.
  let other: ReturnType<typeof requested> | undefined;
  db.query = async (query: unknown) => {
    if ((await booked()).length > 0) await (other ??= requested(part));
    return orders.deps.db.query(query as never);
  };
  expect(await refundOrder({ ...orders.deps, db }, orders.storeId, orderId, part)).toEqual({ ok: true });
  expect(await other).toEqual({ ok: false, code: 'REFUND_IN_PROGRESS' });
  expect(await booked()).toEqual(['1000 done command_line']);
});

test('[COM46] a part returned outside counts beside what the provider has given back meanwhile', async () => {
  orders.provider.script.refund = () => ({ outcome: 'later', reason: 'TIMEOUT' });
  await requested({ amount: 5_000 });
  await orders.becomes(paymentId, { state: 'partially_refunded', paid: 12_000, refunded: 1_000 });
  expect(await requested({ amount: 5_000, isReturned: true })).toEqual({ ok: true });
  expect(await orders.payment(paymentId)).toMatchObject({ refunded: 6_000, refunding: 0 });
  expect((await booked()).toSorted()).toEqual(['1000 done provider', '5000 done command_line']);
});

test('[COM46] the database refuses to request more than is left', async () => {
  const set = (cents: number) =>
    orders.rows('update payments set refunding_cents = $2 where payment_id = $1', paymentId, cents);
  await set(12_000);
  await expect(set(12_001)).rejects.toThrow('payments_refunding_within_paid');
  await set(0);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleCoupon } from '../../../commerce/src/testing/sample-coupon.ts';
import { couponInsert, type CouponRow } from '../db/queries/pricing/coupons.ts';
import { storeOfTest } from '../testing/checkouts.ts';
import { newId } from '../platform/ids.ts';
import { placeOrder, type Placed } from '../orders/place-order.ts';
import { maria, startTestOrders, type TestOrders } from '../orders/testing/test-orders.ts';
import { chooseCoupon, type ChosenCoupon } from './choose-coupon.ts';
import { releaseCoupons } from './release-coupons.ts';

const hour = 3_600_000;

let orders: TestOrders;
beforeAll(async () => void (orders = await startTestOrders()));
afterAll(() => orders.stop());
beforeEach(() => orders.rows('update coupons set active = false'));

/** Creates a coupon of R$ 10,00 and returns its id. */
async function coupon(more: Partial<CouponRow> = {}): Promise<string> {
  const { storeId } = orders;
  const couponId = newId(storeId);
  await couponInsert(orders.parts.db, {
    couponId,
    storeId,
    code: 'VOLTE10',
    ...sampleCoupon({ reduction: { kind: 'cents', cents: 1_000 } }),
    ...more,
  });
  return couponId;
}

async function choose(checkoutId: string, code = 'volte 10'): Promise<ChosenCoupon> {
  const { checkout } = await orders.purchase(checkoutId);
  return chooseCoupon(orders.parts, await storeOfTest(orders.service), checkout, code);
}

/** A checkout of R$ 50,00 whose shopper entered the coupon. */
async function withCoupon(customer: object = {}): Promise<string> {
  const checkoutId = await orders.checkout(5_000, { customer: { ...maria, ...customer } });
  expect(await choose(checkoutId)).toEqual({ ok: true });
  return checkoutId;
}

const usesOf = async (couponId: string): Promise<unknown> =>
  (await orders.rows('select uses from coupons where coupon_id = $1', couponId))[0]!['uses'];
const someone = (index: number) => ({
  email: `pessoa${index}@cliente.example`,
  phone: `+55119${String(80_000_000 + index)}`,
  document: cpf(index),
});

/** A valid CPF for each number. */
function cpf(index: number): string {
  const digits = Array.from(String(100_000_000 + index), Number);
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, place) => total + digit * (length + 1 - place), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}

const refused = (placed: Placed) => (placed.ok ? null : (placed.coupon?.code ?? placed.code));

describe('[COM28] a coupon', () => {
  test('that is entered lowers the price of page, order and payment alike, and its use is counted', async () => {
    const couponId = await coupon();
    const checkoutId = await withCoupon();
    const paymentId = await orders.pay(checkoutId);
    const { order } = await orders.purchase(checkoutId);
    expect(order).toMatchObject({ couponId, couponDiscount: 1_000, discount: 1_000, subtotal: 5_000, total: 4_000 });
    expect((await orders.payment(paymentId)).amount).toBe(4_000);
    expect(await usesOf(couponId)).toBe(1);
    // Another attempt keeps its use.
    expect((await orders.place(checkoutId, 'card')).ok).toBe(true);
    expect(await usesOf(couponId)).toBe(1);
  });

  test('that the store does not have, or that is not valid, is refused and not applied', async () => {
    await coupon({ minimum: 9_000 });
    const checkoutId = await orders.checkout(5_000);
    expect(await choose(checkoutId, 'OUTRO')).toMatchObject({ refusal: { code: 'COUPON_UNKNOWN' } });
    expect(await choose(checkoutId)).toMatchObject({ refusal: { code: 'COUPON_BELOW_MINIMUM', minimum: 9_000 } });
    await orders.pay(checkoutId);
    expect((await orders.purchase(checkoutId)).order.total).toBe(5_000);
  });

  test('that ended between page and payment is not in the price', async () => {
    await coupon({ endsAt: orders.now() + hour });
    const checkoutId = await withCoupon();
    orders.pass(hour);
    expect((await orders.purchase(checkoutId)).pricing).toMatchObject({
      coupon: null,
      refusedCoupon: { code: 'COUPON_ENDED', couponCode: 'VOLTE10' },
    });
  });

  // `npm run prove -- prices` sends a thousand.
  const shoppers = Number(process.env['COUPON_SHOPPERS'] ?? 20);

  test(`of which one use is left goes to one of ${shoppers} shoppers who pay at once`, async () => {
    const couponId = await coupon({ maxUses: 1 });
    const checkouts: string[] = [];
    while (checkouts.length < shoppers) {
      const first = checkouts.length;
      const batch = Array.from({ length: Math.min(20, shoppers - first) }, (_, index) => someone(first + index));
      checkouts.push(...(await Promise.all(batch.map(withCoupon))));
    }
    const placed = await Promise.all(checkouts.map((checkoutId) => orders.place(checkoutId)));
    expect(placed).toHaveLength(shoppers);
    expect(placed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(placed.map(refused))).toEqual(new Set([null, 'COUPON_USED_UP']));
    expect(await usesOf(couponId)).toBe(1);
    expect(await orders.rows('select from coupon_uses where coupon_id = $1', couponId)).toHaveLength(1);
  });

  test('cannot be used once more than its limit, whatever a program writes', async () => {
    const couponId = await coupon({ maxUses: 1 });
    await orders.pay(await withCoupon());
    await expect(orders.rows('update coupons set uses = uses + 1 where coupon_id = $1', couponId)).rejects.toThrow(
      'coupons_uses_within_limit',
    );
  });

  test.each([
    ['e-mail address', { email: ' MARIA@cliente.example', phone: '+5521912345678', document: cpf(701) }],
    ['phone', { email: 'outra@cliente.example', phone: '11 98765-4321', document: cpf(702) }],
    ['CPF', { email: 'terceira@cliente.example', phone: '+5531912345678', document: '123.456.789-09' }],
  ])('for one use by each person knows a person by the %s', async (_, again) => {
    await coupon({ maxUsesPerPerson: 1 });
    await orders.pay(await withCoupon());
    expect(refused(await orders.place(await withCoupon(again)))).toBe('COUPON_USED_BY_PERSON');
    expect((await orders.place(await withCoupon(someone(99)))).ok).toBe(true);
  });

  test('for a first purchase is refused to who has paid before', async () => {
    const before = { ...maria, ...someone(501) };
    const paid = await orders.checkout(5_000, { customer: before });
    await orders.becomes(await orders.pay(paid), { state: 'paid' });
    await coupon({ firstPurchaseOnly: true });
    expect(refused(await orders.place(await withCoupon(before)))).toBe('COUPON_FIRST_PURCHASE');
    expect(refused(await orders.place(await withCoupon({ ...before, email: 'nova@cliente.example' })))).toBe(
      'COUPON_FIRST_PURCHASE',
    );
    expect((await orders.place(await withCoupon(someone(502)))).ok).toBe(true);
  });

  test('whose shopper removes it is free again', async () => {
    const couponId = await coupon({ maxUses: 1 });
    const checkoutId = await withCoupon();
    await orders.pay(checkoutId);
    expect(await choose(checkoutId, '')).toEqual({ ok: true });
    await orders.pay(checkoutId);
    expect((await orders.purchase(checkoutId)).order).toMatchObject({ couponId: null, total: 5_000 });
    expect(await usesOf(couponId)).toBe(0);
    expect((await orders.place(await withCoupon(someone(7)))).ok).toBe(true);
  });

  test('is exchanged for another one with both counts right', async () => {
    const [one, other] = [await coupon(), await coupon({ code: 'OUTRO' })];
    const checkoutId = await withCoupon();
    await orders.pay(checkoutId);
    await choose(checkoutId, 'OUTRO');
    await orders.pay(checkoutId);
    expect([await usesOf(one), await usesOf(other)]).toEqual([0, 1]);
  });

  test('of an order that cannot be paid any more is free after an hour; of a paid one never', async () => {
    const couponId = await coupon();
    const [left, paid, waiting] = [
      await withCoupon(someone(1)),
      await withCoupon(someone(2)),
      await withCoupon(someone(3)),
    ];
    const failed = await orders.pay(left);
    await orders.becomes(await orders.pay(paid), { state: 'paid' });
    await orders.pay(waiting);
    await orders.becomes(failed, { state: 'expired' });
    await releaseCoupons(orders.parts, 100);
    expect(await usesOf(couponId)).toBe(3);
    orders.pass(hour + 1);
    await releaseCoupons(orders.parts, 100);
    expect(await usesOf(couponId)).toBe(2);
    const states = await orders.rows('select state from coupon_uses where coupon_id = $1 order by state', couponId);
    expect(states.map(({ state }) => state)).toEqual(['held', 'released', 'used']);
    // A new attempt takes a use again.
    await orders.pay(left);
    expect(await usesOf(couponId)).toBe(3);
  });

  test('that makes an order free places it without a payment, and counts', async () => {
    const couponId = await coupon({ reduction: { kind: 'percent', hundredths: 10_000 } });
    const checkoutId = await withCoupon();
    expect(await orders.place(checkoutId)).toMatchObject({ ok: true, paymentId: null });
    expect(await usesOf(couponId)).toBe(1);
  });

  test('of another store is unknown', async () => {
    await coupon();
    const checkoutId = await orders.checkout(5_000);
    const { checkout } = await orders.purchase(checkoutId);
    const store = { ...(await storeOfTest(orders.service)), storeId: newId() };
    expect(await chooseCoupon(orders.parts, store, checkout, 'VOLTE10')).toMatchObject({ ok: false });
    expect(await placeOrder(orders.parts, { store, checkoutId, method: 'pix', card: null })).toMatchObject({
      ok: false,
    });
  });
});

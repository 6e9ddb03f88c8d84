import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleCoupon } from '../../../../commerce/src/testing/sample-coupon.ts';
import { couponInsert, type CouponRow } from './queries/coupons.ts';
import { saveShopper } from '../checkouts/save-shopper.ts';
import { storeOfTest } from '../../testing/checkouts.ts';
import { newId } from '../../base/ids.ts';
import { placeOrder, type Placed } from '../orders/place-order.ts';
import { maria, startTestOrders, type TestOrders } from '../orders/testing/test-orders.ts';
import { chooseCoupon, type ChosenCoupon } from './choose-coupon.ts';
import { expireFreeOrders } from '../orders/cancel-order.ts';
import { reviseOrder } from '../orders/revise-order.ts';
import { buyerKeysOf } from './coupon-person.ts';
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
  await couponInsert(orders.deps.db, {
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
  return chooseCoupon(orders.deps, await storeOfTest(orders.service), checkout, code);
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

  test('for one use by each person is used once by one who presses many times at once', async () => {
    const couponId = await coupon({ maxUsesPerPerson: 1 });
    const checkouts = await Promise.all(Array.from({ length: 12 }, () => withCoupon(someone(300))));
    const placed = await Promise.all(checkouts.map((checkoutId) => orders.place(checkoutId)));
    expect(placed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(placed.map(refused))).toEqual(new Set([null, 'COUPON_USED_BY_PERSON']));
    expect(await usesOf(couponId)).toBe(1);
  });

  test.each([
    ['a tag', 'maria@cliente.example', 'Maria+ofertas@cliente.example', 'COUPON_USED_BY_PERSON'],
    ['dots at Gmail', 'maria.souza@gmail.com', 'm.ariasouza+2@googlemail.com', 'COUPON_USED_BY_PERSON'],
    ['dots elsewhere', 'ana.lima@loja.example', 'analima@loja.example', null],
  ])('for one use by each person knows a mailbox written with %s', async (_, email, again, expected) => {
    await coupon({ maxUsesPerPerson: 1 });
    await orders.pay(await withCoupon({ ...someone(310), email }));
    expect(refused(await orders.place(await withCoupon({ ...someone(311), email: again })))).toBe(expected);
  });

  /** Changes the person of an order that is placed, as the payment page does. */
  async function edit(checkoutId: string, customer: object): Promise<void> {
    const store = await storeOfTest(orders.service);
    expect(await saveShopper(orders.deps, store, checkoutId, { customer: { ...maria, ...customer } }, {})).toEqual({
      ok: true,
    });
    await reviseOrder(orders.deps, orders.storeId, checkoutId);
  }

  test('for one use by each person is taken out of an order whose person becomes one who has used it', async () => {
    const couponId = await coupon({ maxUsesPerPerson: 1, freeShipping: true });
    await orders.pay(await withCoupon(someone(320)));
    const other = await withCoupon(someone(321));
    const paymentId = await orders.pay(other);
    await edit(other, someone(320));
    expect((await orders.purchase(other)).order).toMatchObject({ couponId: null, couponDiscount: null, total: 5_000 });
    expect((await orders.payment(paymentId)).cancelRequestedAt).not.toBeNull();
    expect(await usesOf(couponId)).toBe(1);
    expect(refused(await orders.place(other))).toBe('COUPON_USED_BY_PERSON');
  });

  test('for one use by each person counts for the person who pays, not for the one who was entered before', async () => {
    await coupon({ maxUsesPerPerson: 1 });
    const checkoutId = await withCoupon(someone(330));
    await orders.pay(checkoutId);
    await edit(checkoutId, someone(331));
    expect(refused(await orders.place(await withCoupon(someone(331))))).toBe('COUPON_USED_BY_PERSON');
    expect(refused(await orders.place(await withCoupon(someone(330))))).toBeNull();
  });

  test('for a first purchase is for one open order of a person, with whichever coupon', async () => {
    await coupon({ firstPurchaseOnly: true });
    await coupon({ firstPurchaseOnly: true, code: 'OUTRO' });
    const person = someone(340);
    const [one, other] = [
      await withCoupon(person),
      await orders.checkout(5_000, { customer: { ...maria, ...person } }),
    ];
    expect(await choose(other, 'OUTRO')).toEqual({ ok: true });
    const placed = await Promise.all([orders.place(one), orders.place(other)]);
    expect(new Set(placed.map(refused))).toEqual(new Set(['COUPON_FIRST_PURCHASE', null]));
    // An order whose code expired cannot be paid any more.
    const open = placed.find(({ ok }) => ok) as Placed & { ok: true };
    await orders.becomes(open.paymentId!, { state: 'expired' });
    orders.pass(hour + 1);
    await releaseCoupons(orders.deps, 100);
    expect(refused(await orders.place(await withCoupon(person)))).toBeNull();
  });

  test.each([
    ['an open order', false],
    ['a paid order', true],
  ])('for a first purchase is refused to who has %s, known by any of e-mail, phone and document', async (_, isPaid) => {
    const base = isPaid ? 350 : 360;
    const person = { ...someone(base), email: `ana.${base}@gmail.com` };
    const paymentId = await orders.pay(await orders.checkout(5_000, { customer: { ...maria, ...person } }));
    if (isPaid) await orders.becomes(paymentId, { state: 'paid' });
    await coupon({ firstPurchaseOnly: true });
    const others = [
      { ...someone(base + 1), email: `a.n.a${base}+x@gmail.com` },
      { ...someone(base + 2), phone: person.phone },
      { ...someone(base + 3), document: person.document },
    ];
    for (const other of others) {
      expect(refused(await orders.place(await withCoupon(other)))).toBe('COUPON_FIRST_PURCHASE');
    }
    expect(refused(await orders.place(await withCoupon(someone(base + 4))))).toBeNull();
  });

  test('is found in orders by the same keys that its uses are stored under', async () => {
    const emails = [
      ' Ana.Lima+x@GMAIL.com ',
      'a.b@googlemail.com',
      '+x@loja.example',
      '...@gmail.com',
      'a+b+c@d',
      'no',
      '',
    ];
    const documents = ['529.982.247-25', '12.abc.345/01DE-35', ' - ', ''];
    for (const email of emails) {
      expect(await orders.rows('select mailbox_key($1) as key', email)).toEqual([
        { key: buyerKeysOf({ email }).email },
      ]);
    }
    for (const document of documents) {
      const { document: key } = buyerKeysOf({ document });
      expect(await orders.rows('select document_key($1) as key', document)).toEqual([{ key }]);
    }
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
    await releaseCoupons(orders.deps, 100);
    expect(await usesOf(couponId)).toBe(3);
    orders.pass(hour + 1);
    await releaseCoupons(orders.deps, 100);
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

  /** Places an order for the coupon from a network. */
  async function placeFrom(network: string | undefined, index: number): Promise<string | null> {
    const checkoutId = await withCoupon(someone(index));
    const store = await storeOfTest(orders.service);
    return refused(await placeOrder(orders.deps, { store, checkoutId, method: 'pix', card: null, network }));
  }

  test('with a limit is not used up by unpaid orders of unsigned carts of one network', async () => {
    const couponId = await coupon({ maxUses: 30 });
    const seen = [];
    for (let index = 400; index < 406; index++) seen.push(await placeFrom('203.0.113.7', index));
    expect(seen).toEqual([null, null, null, 'COUPON_HELD', 'COUPON_HELD', 'COUPON_HELD']);
    expect(await placeFrom('198.51.100.7', 410)).toBeNull();
    // A paid order makes room; a signed cart is not counted.
    const [held] = await orders.rows(
      `select payment_id from payments join coupon_uses using (order_id) where coupon_id = $1 and network = (
         select network from coupon_uses where coupon_id = $1 group by network having count(*) = 3) limit 1`,
      couponId,
    );
    await orders.becomes(held!['payment_id'] as string, { state: 'paid' });
    expect(await placeFrom('203.0.113.7', 411)).toBeNull();
    expect(await placeFrom('203.0.113.7', 412)).toBe('COUPON_HELD');
    const signed = await withCoupon(someone(413));
    await orders.rows('update checkouts set signed = true where checkout_id = $1', signed);
    const store = await storeOfTest(orders.service);
    const choice = { store, checkoutId: signed, method: 'pix' as const, card: null, network: '203.0.113.7' };
    expect(refused(await placeOrder(orders.deps, choice))).toBeNull();
    // Of networks that are not known half of the uses are left to others.
    const small = await coupon({ maxUses: 4, code: 'POUCOS' });
    for (const index of [420, 421, 422]) {
      const checkoutId = await orders.checkout(5_000, { customer: { ...maria, ...someone(index) } });
      await choose(checkoutId, 'POUCOS');
      await orders.place(checkoutId);
    }
    expect(await usesOf(small)).toBe(2);
  });

  test('[COM7a] is free again once a free order of an unsigned cart has waited for a person for 7 days', async () => {
    const couponId = await coupon({ reduction: { kind: 'percent', hundredths: 10_000 }, maxUses: 2 });
    const checkoutId = await withCoupon(someone(430));
    expect(await orders.place(checkoutId)).toMatchObject({ ok: true, paymentId: null });
    orders.pass(7 * 24 * hour - 1);
    await expireFreeOrders(orders.deps, 100);
    expect((await orders.purchase(checkoutId)).order.status).toBe('processing');
    orders.pass(1);
    await expireFreeOrders(orders.deps, 100);
    expect((await orders.purchase(checkoutId)).order.status).toBe('cancelled');
    await releaseCoupons(orders.deps, 100);
    expect(await usesOf(couponId)).toBe(0);
  });

  test('of another store is unknown', async () => {
    await coupon();
    const checkoutId = await orders.checkout(5_000);
    const { checkout } = await orders.purchase(checkoutId);
    const store = { ...(await storeOfTest(orders.service)), storeId: newId() };
    expect(await chooseCoupon(orders.deps, store, checkout, 'VOLTE10')).toMatchObject({ ok: false });
    expect(await placeOrder(orders.deps, { store, checkoutId, method: 'pix', card: null })).toMatchObject({
      ok: false,
    });
  });
});

import type { PriceRules } from '@retoma/commerce';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pricesKey } from '../checkouts/purchase.ts';
import { orderBumpInsert } from './queries/order-bumps.ts';
import { priceRulesFind, priceRulesWrite } from './queries/price-rules.ts';
import { placeOrder } from '../orders/place-order.ts';
import { startTestOrders, type TestOrders } from '../orders/testing/test-orders.ts';
import { newId } from '../../base/ids.ts';
import { storeOfTest } from '../../testing/checkouts.ts';
import { acceptBump } from './accept-bump.ts';

let orders: TestOrders;
beforeAll(async () => void (orders = await startTestOrders()));
afterAll(() => orders.stop());
beforeEach(async () => {
  await orders.rows('update order_bumps set active = false');
  await rules({});
});

const none: PriceRules = { methodDiscounts: [], installments: null, minimumOrder: 0 };
const rules = (changed: Partial<PriceRules>): Promise<void> =>
  priceRulesWrite(orders.deps.db, orders.storeId, { ...none, ...changed });
const pixDiscount = {
  method: 'pix',
  reduction: { kind: 'percent', hundredths: 500 },
  minimum: 0,
  maximum: null,
} as const;
const divided = { max: 12, interestFree: 3, monthlyHundredths: 299, smallest: 500 };

const orderOf = async (checkoutId: string) => (await orders.purchase(checkoutId)).order;
const byCard = async (checkoutId: string, installments: number) =>
  placeOrder(orders.deps, {
    store: await storeOfTest(orders.service),
    checkoutId,
    method: 'card',
    card: { token: 'a token', installments, brand: 'visa' },
  });

describe('[COM27] the price of a method', () => {
  test('is kept with the store’s rules', async () => {
    const all: PriceRules = { methodDiscounts: [pixDiscount], installments: divided, minimumOrder: 1_000 };
    await rules(all);
    expect(await priceRulesFind(orders.deps.db, orders.storeId)).toEqual(all);
    await rules({});
    expect(await priceRulesFind(orders.deps.db, orders.storeId)).toEqual(none);
  });

  test('is requested from the provider, and changes with the method', async () => {
    await rules({ methodDiscounts: [pixDiscount] });
    const checkoutId = await orders.checkout(5_000);
    const pix = await orders.payment(await orders.pay(checkoutId, 'pix'));
    expect(pix).toMatchObject({ amount: 4_750, methodDiscount: 250 });
    expect(await orderOf(checkoutId)).toMatchObject({
      subtotal: 5_000,
      discount: 250,
      methodDiscount: 250,
      total: 4_750,
    });
    const card = await orders.payment(await orders.pay(checkoutId, 'card'));
    expect(card).toMatchObject({ amount: 5_000, methodDiscount: null });
    expect(await orderOf(checkoutId)).toMatchObject({ discount: 0, methodDiscount: null, total: 5_000 });
    // The code of the other price must not be paid any more.
    expect((await orders.payment(pix.paymentId)).cancelRequestedAt).not.toBeNull();
  });

  test('that an older code asked for is the whole price when its money comes', async () => {
    await rules({ methodDiscounts: [pixDiscount] });
    const checkoutId = await orders.checkout(5_000);
    const { cancel } = orders.provider.script;
    orders.provider.script.cancel = () => ({ outcome: 'unsupported' });
    const pix = await orders.pay(checkoutId, 'pix');
    await orders.pay(checkoutId, 'card');
    await orders.becomes(pix, { state: 'paid', paid: 4_750 });
    expect(await orderOf(checkoutId)).toMatchObject({
      status: 'paid',
      total: 4_750,
      methodDiscount: 250,
      discount: 250,
    });
    expect(await orders.events(checkoutId)).toContain('payment.confirmed');
    orders.provider.script.cancel = cancel;
  });

  test('below the minimum order is refused', async () => {
    await rules({ minimumOrder: 5_001 });
    expect(await orders.place(await orders.checkout(5_000))).toEqual({ ok: false, code: 'BELOW_MINIMUM' });
    expect((await orders.place(await orders.checkout(5_001))).ok).toBe(true);
  });

  test('that is not the one shown is refused, and nothing is charged', async () => {
    await rules({ methodDiscounts: [pixDiscount] });
    const checkoutId = await orders.checkout(5_000);
    const expectedPrices = pricesKey(await orders.purchase(checkoutId));
    const store = await storeOfTest(orders.service);
    await rules({});
    const choice = { store, checkoutId, method: 'pix', card: null } as const;
    expect(await placeOrder(orders.deps, { ...choice, expectedPrices })).toEqual({ ok: false, code: 'PRICE_CHANGED' });
    expect((await orders.purchase(checkoutId)).order).toBeNull();
    const now = pricesKey(await orders.purchase(checkoutId));
    expect((await placeOrder(orders.deps, { ...choice, expectedPrices: now })).ok).toBe(true);
  });
});

describe('[COM29] instalments', () => {
  test('with interest are charged with it; the order says so', async () => {
    await rules({ installments: divided });
    const checkoutId = await orders.checkout(10_000);
    const placed = await byCard(checkoutId, 12);
    const payment = await orders.payment((placed as { paymentId: string }).paymentId);
    expect(payment).toMatchObject({ amount: 12_048, interest: 2_048 });
    expect(await orderOf(checkoutId)).toMatchObject({ interest: 2_048, total: 12_048, subtotal: 10_000 });
  });

  test('that the rule does not offer are refused', async () => {
    await rules({ installments: { ...divided, max: 6 } });
    const checkoutId = await orders.checkout(10_000);
    expect(await byCard(checkoutId, 7)).toEqual({ ok: false, code: 'INSTALLMENTS_NOT_OFFERED' });
    await rules({});
    expect((await byCard(checkoutId, 7)).ok).toBe(true);
    expect(await orderOf(checkoutId)).toMatchObject({ interest: null, total: 10_000 });
  });
});

describe('[COM30] an order bump', () => {
  const offer = async (more: object = {}): Promise<string> => {
    const { storeId } = orders;
    const bumpId = newId(storeId);
    const bump = {
      bumpId,
      storeId,
      title: 'Meia Aurora',
      description: null,
      image: null,
      sku: 'meia',
      price: 1_990,
      originalPrice: 2_990,
      requiresShipping: false,
      products: [],
      ...more,
    };
    await orderBumpInsert(orders.deps.db, bump);
    return bumpId;
  };
  const accept = async (checkoutId: string, bumpId: string | null) =>
    acceptBump(orders.deps, await storeOfTest(orders.service), await orders.purchase(checkoutId), bumpId);

  test('that is accepted is an item of the order, in its price and in what the provider is asked for', async () => {
    const bumpId = await offer();
    const checkoutId = await orders.checkout(5_000);
    expect(await accept(checkoutId, bumpId)).toEqual({ ok: true });
    const paymentId = await orders.pay(checkoutId);
    expect((await orders.payment(paymentId)).amount).toBe(6_990);
    const order = await orderOf(checkoutId);
    expect(order).toMatchObject({ bumpId, bumpPrice: 1_990, subtotal: 6_990, total: 6_990 });
    expect(order.items?.at(-1)).toMatchObject({ title: 'Meia Aurora', quantity: 1, unit_price: 1_990, sku: 'meia' });
  });

  test('can be removed again, and is not added where it is gone or not offered with these products', async () => {
    const bumpId = await offer();
    const checkoutId = await orders.checkout(5_000);
    await accept(checkoutId, bumpId);
    await accept(checkoutId, null);
    await orders.pay(checkoutId);
    expect((await orderOf(checkoutId)).total).toBe(5_000);
    expect(await accept(checkoutId, newId())).toEqual({ ok: false, code: 'BUMP_GONE' });
    await orders.rows('update order_bumps set active = false');
    expect(await accept(checkoutId, bumpId)).toEqual({ ok: false, code: 'BUMP_GONE' });
    const other = await offer({ products: ['outro'] });
    expect(await accept(checkoutId, other)).toEqual({ ok: false, code: 'BUMP_GONE' });
  });

  test('that needs shipping is not offered with goods that are not shipped', async () => {
    await offer({ requiresShipping: true });
    expect((await orders.purchase(await orders.checkout(5_000))).pricing.bump).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { coherenceWarnings } from './coherence.ts';
import type { Cart, Discount } from './schema.ts';
import { totalsOf } from './totals.ts';

const item = { title: 'Camiseta', quantity: 2, unitPrice: 1000, image: 'https://loja.example/c.png' };
const cart = (change: object, cartChange: object = {}): Cart => ({ items: [{ ...item, ...change }], ...cartChange });
const discounted = (...discounts: Discount[]): number => totalsOf(cart({}, { discounts })).discount;

describe('totals', () => {
  test('[CHK5] line total is unit price times quantity', () => {
    expect(totalsOf(cart({}))).toEqual({ lines: [2000], subtotal: 2000, discounts: [], discount: 0, total: 2000 });
  });
  test('[CHK5] discountedUnitPrice replaces unitPrice and makes the item’s totalDiscount void', () => {
    expect(totalsOf(cart({ discountedUnitPrice: 900, totalDiscount: 500 })).lines).toEqual([1800]);
    expect(totalsOf(cart({ discountedUnitPrice: 0 })).lines).toEqual([0]);
  });
  test('[CHK5] the item’s totalDiscount is subtracted; a line never falls below zero', () => {
    expect(totalsOf(cart({ totalDiscount: 300 })).lines).toEqual([1700]);
    expect(totalsOf(cart({ totalDiscount: 9999 })).lines).toEqual([0]);
  });
  test('[CHK5] original prices are only displayed', () => {
    expect(totalsOf(cart({ originalUnitPrice: 9, originalLinePrice: 9, linePrice: 9 })).total).toBe(2000);
  });
  test('[CHK5] a line that is exact only after its discount is computed exactly', () => {
    const unitPrice = 2 ** 52 + 1;
    const change = { unitPrice, quantity: 3, totalDiscount: Number.MAX_SAFE_INTEGER };
    expect(totalsOf(cart(change)).lines).toEqual([Number(BigInt(unitPrice) * 3n - BigInt(Number.MAX_SAFE_INTEGER))]);
  });
  test.each([
    ['amount wins over type and value', { type: 'percentage', value: 50, amount: 1 }, 1],
    ['a percentage of the subtotal', { type: 'percentage', value: 10 }, 200],
    ['a percentage rounds half up', { type: 'percentage', value: 0.025 }, 1],
    ['a percentage below one half rounds down', { type: 'percentage', value: 0.0249 }, 0],
    ['a percentage in exponent form', { type: 'percentage', value: 1e-7 }, 0],
    ['a fixed value is cents', { type: 'fixed', value: 150 }, 150],
    ['free shipping takes nothing off the items', { type: 'shipping', value: 150 }, 0],
    ['without type or amount there is none', { value: 150 }, 0],
    ['never above the subtotal', { type: 'fixed', value: 99_999 }, 2000],
  ] as [string, Discount, number][])('[CHK5] cart discount: %s', (_, discount, expected) => {
    expect(discounted(discount)).toBe(expected);
  });
  test('[CHK5] 1.005 % of R$ 1.000,00 is exactly 10,05, where floats give 10,04', () => {
    const big = cart({ unitPrice: 100_000, quantity: 1 }, { discounts: [{ type: 'percentage', value: 1.005 }] });
    expect(totalsOf(big).discount).toBe(1005);
  });
  test('[CHK5] discounts are added, and a discounts list makes the cart’s totalDiscount void', () => {
    expect(discounted({ amount: 100 }, { type: 'percentage', value: 5 })).toBe(200);
    expect(totalsOf(cart({}, { totalDiscount: 700 })).total).toBe(1300);
    expect(totalsOf(cart({}, { totalDiscount: 700, discounts: [] })).total).toBe(2000);
  });
});

describe('coherence warnings', () => {
  const warned = (cart: Cart) =>
    coherenceWarnings(cart, totalsOf(cart)).map(({ code, path, sent, computed }) => ({ code, path, sent, computed }));
  test('[CHK5] consistent prices give none', () => {
    expect(warned(cart({ linePrice: 2000 }, { subtotalPrice: 2000, totalPrice: 1900, totalDiscount: 100 }))).toEqual(
      [],
    );
  });
  test('[CHK5] each inconsistent price gives one', () => {
    expect(
      warned(cart({ linePrice: 1 }, { subtotalPrice: 2, totalPrice: 3, totalDiscount: 4, discounts: [] })),
    ).toEqual([
      { code: 'SUBTOTAL_MISMATCH', path: 'cart.subtotalPrice', sent: 2, computed: 2000 },
      { code: 'TOTAL_MISMATCH', path: 'cart.totalPrice', sent: 3, computed: 2000 },
      { code: 'DISCOUNT_MISMATCH', path: 'cart.totalDiscount', sent: 4, computed: 0 },
      { code: 'LINE_PRICE_MISMATCH', path: 'cart.items[0].linePrice', sent: 1, computed: 2000 },
    ]);
  });
  test.each([
    [{ value: 1000 }, 1000],
    [{ title: 'Volta', value: 10.4 }, 10],
    [{ type: 'percentage' }, 0],
    [{ type: 'fixed', title: 'Volta' }, 0],
  ] as const)('[CHK5] the discount %j counts for nothing, and is reported', (discount, sent) => {
    const counted = cart({}, { discounts: [{ type: 'fixed', value: 50 }, discount] });
    expect(totalsOf(counted).discount).toBe(50);
    expect(warned(counted)).toEqual([{ code: 'DISCOUNT_IGNORED', path: 'cart.discounts[1]', sent, computed: 0 }]);
  });
  test.each([
    { title: 'Volta' },
    { amount: 0 },
    { value: 0 },
    { type: 'percentage', value: 0 },
    { type: 'shipping' },
    { type: 'shipping', value: 5 },
    { value: 5, amount: 100 },
  ] as const)('[CHK5] the discount %j is as it was meant', (discount) => {
    expect(warned(cart({}, { discounts: [discount] }))).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CartItem } from '../checkout/schema.ts';
import { pricedPurchase, wayToPay } from '../testing/arbitrary-price.ts';
import { sampleCoupon } from '../testing/sample-coupon.ts';
import { repriceOrder } from './reprice-order.ts';
import { belowMinimum, cardInstallments, discountOf, priceOf, type PricedPurchase } from './price.ts';
import { noPriceRules, type PriceRules } from './price-rules.ts';

const items: CartItem[] = [
  { title: 'Caneca', quantity: 1, unitPrice: 9_990, image: 'https://loja.example/c.png', sku: 'caneca' },
];
const purchase = (rules: Partial<PriceRules> = {}, more: Partial<PricedPurchase> = {}): PricedPurchase => ({
  goods: { items, lines: [9_990], subtotal: 9_990, discount: 0 },
  rules: { ...noPriceRules, ...rules },
  coupon: null,
  bump: null,
  shipping: 1_500,
  reportedTotal: 0,
  ...more,
});
const coupon = sampleCoupon();
const fivePercent = {
  method: 'pix',
  reduction: { kind: 'percent', hundredths: 500 },
  minimum: 0,
  maximum: null,
} as const;
const pix = { method: 'pix', installments: 1 } as const;

describe('[COM27] the price of a way to pay', () => {
  test('without rules is goods less discount plus shipping, whatever the method', () => {
    expect(priceOf(purchase(), pix)).toMatchObject({ goods: 9_990, shipping: 1_500, total: 11_490, methodDiscount: 0 });
  });

  test('has the discount of its method alone, on the goods after the other discounts, never on shipping', () => {
    const discounted = purchase({ methodDiscounts: [fivePercent] }, { coupon });
    // 10% of 99.90 is 9.99; 5% of 89.91 is 4.4955.
    expect(priceOf(discounted, pix)).toMatchObject({
      coupon: 999,
      methodDiscount: 450,
      total: 9_990 - 999 - 450 + 1_500,
    });
    expect(priceOf(discounted, { method: 'boleto', installments: 1 }).methodDiscount).toBe(0);
    expect(priceOf(discounted).methodDiscount).toBe(0);
  });

  test.each([
    [{ ...fivePercent, minimum: 9_990 }, 500],
    [{ ...fivePercent, minimum: 9_991 }, 0],
    [{ ...fivePercent, maximum: 300 }, 300],
    [{ ...fivePercent, reduction: { kind: 'cents', cents: 20_000 } as const }, 9_990],
  ])('keeps the limits of a discount: %j', (discount, expected) => {
    expect(priceOf(purchase({ methodDiscounts: [discount] }), pix).methodDiscount).toBe(expected);
  });

  test('has the order bump among its goods', () => {
    expect(priceOf(purchase({}, { bump: 1_990 }))).toMatchObject({ goods: 11_980, total: 13_480 });
  });

  test('is at least the total from the store’s own system', () => {
    expect(priceOf(purchase({ methodDiscounts: [fivePercent] }, { reportedTotal: 12_000 }), pix)).toMatchObject({
      raised: 12_000 - 10_990,
      total: 12_000,
    });
  });

  test('below the store’s minimum order says what is missing, without shipping and coupon', () => {
    expect(belowMinimum(purchase({ minimumOrder: 9_990 }, { coupon }))).toBe(0);
    expect(belowMinimum(purchase({ minimumOrder: 12_000 }, { coupon }))).toBe(2_010);
    expect(belowMinimum(purchase({ minimumOrder: 12_000 }, { bump: 2_010 }))).toBe(0);
  });

  test('of any purchase is the sum of its parts, and none of them is negative', () => {
    fc.assert(
      fc.property(pricedPurchase, wayToPay, (priced, way) => {
        const price = priceOf(priced, way);
        const { goods, discount, coupon, methodDiscount, shipping, interest, raised, total } = price;
        expect(goods - discount - coupon - methodDiscount + shipping + interest + raised).toBe(total);
        expect(Math.min(...Object.values(price))).toBeGreaterThanOrEqual(0);
        expect(discountOf(price)).toBeLessThanOrEqual(goods);
        expect(Object.values(price).every(Number.isSafeInteger)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  test('of any purchase in instalments is what the page lists for them', () => {
    fc.assert(
      fc.property(pricedPurchase, (priced) => {
        for (const { count, each, total, interest } of cardInstallments(priced) ?? []) {
          const price = priceOf(priced, { method: 'card', installments: count });
          expect([price.total, price.interest]).toEqual([total, interest]);
          expect(total - each * (count - 1)).toBeGreaterThanOrEqual(each);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('is what an order becomes by the money of an older code of another way', () => {
    fc.assert(
      fc.property(pricedPurchase, wayToPay, wayToPay, (priced, one, other) => {
        const [ordered, paid] = [priceOf(priced, one), priceOf(priced, other)];
        const order = {
          subtotal: ordered.goods,
          discount: discountOf(ordered),
          methodDiscount: ordered.methodDiscount || null,
          interest: ordered.interest || null,
          shippingPrice: priced.shipping,
          total: ordered.total,
          reportedTotal: priced.reportedTotal || null,
        };
        const parts = { methodDiscount: paid.methodDiscount || null, interest: paid.interest || null };
        const at = repriceOrder(order, parts);
        expect(at).toMatchObject({ discount: discountOf(paid), ...parts });
        // A total from the store's own system replaces the computed one before interest is added, so only those without one are equal.
        if (priced.reportedTotal === 0) expect(at.total).toBe(paid.total);
      }),
      { numRuns: 5_000 },
    );
  });
});

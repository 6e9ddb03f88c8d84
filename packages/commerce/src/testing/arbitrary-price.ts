import fc from 'fast-check';
import type { CartItem, Discount } from '../checkout/schema.ts';
import { totalsOf } from '../checkout/totals.ts';
import type { Coupon } from '../pricing/coupon.ts';
import type { PricedPurchase, WayToPay } from '../pricing/price.ts';
import type { InstallmentRule, MethodDiscount, PriceRules, Reduction } from '../pricing/price-rules.ts';

// Carts, rules and ways to pay as stores have them, with amounts around the places where rounding matters.

/** Amounts around the places where rounding matters, and larger ones. */
export const arbitraryCents: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 2_000 }),
  fc.integer({ min: 0, max: 5_000_000 }),
);

const reduction: fc.Arbitrary<Reduction> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), hundredths: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant('cents' as const), cents: fc.integer({ min: 1, max: 100_000 }) }),
);

/** The SKUs of the items of `arbitraryItem`. */
export const arbitrarySkus: readonly string[] = ['p1', 'p2', 'p3'];

/** Any item of a cart. */
export const arbitraryItem: fc.Arbitrary<CartItem> = fc.record({
  title: fc.constant('Camiseta'),
  quantity: fc.integer({ min: 1, max: 20 }),
  unitPrice: arbitraryCents,
  totalDiscount: arbitraryCents,
  image: fc.constant('https://loja.example/c.png'),
  sku: fc.constantFrom(...arbitrarySkus),
});

/** Any discount of a cart. */
export const arbitraryDiscount: fc.Arbitrary<Discount> = fc.oneof(
  fc.record({ type: fc.constant('percentage' as const), value: fc.double({ min: 0, max: 100, noNaN: true }) }),
  fc.record({ type: fc.constant('fixed' as const), value: fc.integer({ min: 0, max: 10_000 }) }),
);

/** Any coupon that is valid for some products, or for all. */
export const arbitraryCoupon: fc.Arbitrary<Coupon> = fc.record({
  reduction: fc.option(reduction),
  freeShipping: fc.boolean(),
  startsAt: fc.constant(null),
  endsAt: fc.constant(null),
  maxUses: fc.constant(null),
  maxUsesPerPerson: fc.constant(null),
  uses: fc.constant(0),
  minimum: fc.constant(0),
  products: fc.subarray([...arbitrarySkus]),
  firstPurchaseOnly: fc.constant(false),
});

const methodDiscounts: fc.Arbitrary<MethodDiscount[]> = fc.uniqueArray(
  fc.record({
    method: fc.constantFrom('pix' as const, 'boleto' as const, 'card' as const),
    reduction,
    minimum: fc.oneof(fc.constant(0), arbitraryCents),
    maximum: fc.option(fc.integer({ min: 1, max: 50_000 })),
  }),
  { selector: ({ method }) => method, maxLength: 3 },
);

const installments: fc.Arbitrary<InstallmentRule> = fc.integer({ min: 1, max: 24 }).chain((max) =>
  fc.record({
    max: fc.constant(max),
    interestFree: fc.integer({ min: 1, max }),
    monthlyHundredths: fc.integer({ min: 0, max: 2_000 }),
    smallest: fc.integer({ min: 1, max: 5_000 }),
  }),
);

/** Any price rules of a store. */
export const arbitraryRules: fc.Arbitrary<PriceRules> = fc.record({
  methodDiscounts,
  installments: fc.option(installments),
  minimumOrder: arbitraryCents,
});

/** Any purchase with any rules. */
export const pricedPurchase: fc.Arbitrary<PricedPurchase> = fc
  .record({
    items: fc.array(arbitraryItem, { minLength: 1, maxLength: 4 }),
    discounts: fc.array(arbitraryDiscount, { maxLength: 2 }),
    rules: arbitraryRules,
    coupon: fc.option(arbitraryCoupon),
    bump: fc.option(fc.integer({ min: 1, max: 100_000 })),
    shipping: fc.option(arbitraryCents),
    reportedTotal: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, arbitraryCents),
  })
  .map(({ items, discounts, ...more }) => {
    const { lines, subtotal, discount: ofCart } = totalsOf({ items, discounts });
    return { ...more, goods: { items, lines, subtotal, discount: ofCart } };
  });

/** Any way to pay. */
export const wayToPay: fc.Arbitrary<WayToPay> = fc.record({
  method: fc.constantFrom('pix' as const, 'boleto' as const, 'card' as const, null),
  installments: fc.integer({ min: 1, max: 24 }),
});

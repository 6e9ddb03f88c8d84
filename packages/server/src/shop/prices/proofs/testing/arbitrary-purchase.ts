import { MAX_CENTS, paymentMethods, type PaymentMethod, type ShippingOption } from '@retoma/commerce';
import fc from 'fast-check';
import {
  arbitraryCents,
  arbitraryCoupon,
  arbitraryDiscount,
  arbitraryItem,
  arbitraryRules,
  arbitrarySkus,
} from '../../../../../../commerce/src/testing/arbitrary-price.ts';
import { arbitraryRequest } from '../../../../../../commerce/src/testing/arbitrary-request.ts';
import type { OfferedMethod, OfferedPricing } from '../../../checkouts/queries/purchases.ts';

// What a store offers, what a client sends and what a shopper chooses: all that decides a price.

/** A random purchase before it is checked. `body`: the request of a client, which may be invalid. */
export type ArbitraryPurchase = {
  readonly body: unknown;
  readonly signed: boolean;
  readonly shippingOptions: ShippingOption[];
  /** The chosen option; null: none. */
  readonly shippingOptionId: string | null;
  readonly methods: OfferedMethod[];
  readonly pricing: OfferedPricing;
  /** Whether the shopper entered a code that the store does not have, instead of its coupon. */
  readonly isUnknownCode: boolean;
  readonly acceptsBump: boolean;
  /** COM7a: the total from the store's own system; null: the checkout has no order yet. */
  readonly reportedTotal: number | null;
  /** The method that the page's query requests. */
  readonly requested: PaymentMethod | null;
  /** Decides which of the ways sends back the key of the prices. */
  readonly placedWay: number;
  /** Whether the page of that order is read too. */
  readonly readsOrderPage: boolean;
};

const uuid = (digit: number): string => `00000000-0000-7000-8000-${String(digit).padStart(12, '0')}`;

const huge = fc.integer({ min: 1, max: 3 }).chain((quantity) =>
  fc.record({
    title: fc.constant('Iate'),
    quantity: fc.constant(quantity),
    unitPrice: fc.integer({ min: Math.floor(MAX_CENTS / quantity) - 200, max: Math.floor(MAX_CENTS / quantity) + 1 }),
    image: fc.constant('https://loja.example/i.png'),
  }),
);

const cart = fc.record({
  items: fc.array(fc.oneof({ weight: 200, arbitrary: arbitraryItem }, { weight: 1, arbitrary: huge }), {
    minLength: 1,
    maxLength: 3,
  }),
  discounts: fc.oneof(
    { weight: 30, arbitrary: fc.array(arbitraryDiscount, { maxLength: 2 }) },
    // Everything is free, or the shipping is.
    { weight: 1, arbitrary: fc.constant([{ type: 'percentage' as const, value: 100 }]) },
    { weight: 1, arbitrary: fc.constant([{ type: 'shipping' as const }]) },
  ),
  requiresShipping: fc.boolean(),
});

const body: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ cart }) },
  { weight: 1, arbitrary: arbitraryRequest },
);

const option = fc.record({
  price: arbitraryCents,
  freeAbove: fc.option(arbitraryCents, { freq: 2 }),
});

const shippingOptions: fc.Arbitrary<ShippingOption[]> = fc.array(option, { maxLength: 3 }).map((options) =>
  options.map((one, index) => ({
    ...one,
    shippingOptionId: uuid(index),
    name: `Entrega ${index}`,
    carrier: null,
    turnaroundMinDays: 2,
    turnaroundMaxDays: null,
  })),
);

const cardAccounts = [
  { provider: 'mercadopago', settings: { publicKey: 'APP_USR-1234567890', installments: 24 } },
  { provider: 'mercadopago', settings: { publicKey: 'APP_USR-1234567890', installments: 6 } },
  { provider: 'sandbox', settings: {} },
  { provider: 'stripe', settings: { publishableKey: 'pk_test_1234567890' } },
] as const;

const methods: fc.Arbitrary<OfferedMethod[]> = fc
  .record({
    offered: fc.oneof(
      { weight: 3, arbitrary: fc.constant<PaymentMethod[]>([...paymentMethods]) },
      fc.subarray<PaymentMethod>([...paymentMethods]),
    ),
    ofCard: fc.constantFrom(...cardAccounts),
  })
  .map(({ offered, ofCard }) =>
    offered.map((method, index) => ({
      method,
      accountId: uuid(100 + index),
      ...(method === 'card' ? ofCard : cardAccounts[0]),
      downUntil: null,
      fallback: null,
    })),
  );

const bump = fc
  .record({
    price: fc.integer({ min: 1, max: 100_000 }),
    requiresShipping: fc.boolean(),
    products: fc.oneof(fc.constant<string[]>([]), fc.subarray([...arbitrarySkus])),
  })
  .map((one) => ({
    ...one,
    bumpId: uuid(200),
    title: 'Meia',
    description: null,
    image: null,
    sku: null,
    originalPrice: null,
  }));

const coupon = fc
  .record({
    coupon: arbitraryCoupon,
    minimum: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, arbitraryCents),
    isUsedUp: fc.integer({ min: 0, max: 9 }),
    isHeld: fc.boolean(),
  })
  .map(({ coupon: one, minimum, isUsedUp, isHeld }) => ({
    ...one,
    minimum,
    ...(isUsedUp === 0 && { maxUses: 1, uses: 1 }),
    isHeld,
    couponId: uuid(300),
    storeId: uuid(1),
    code: 'VOLTE10',
    active: true,
  }));

const minimumOrder = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, arbitraryCents);

const pricing: fc.Arbitrary<OfferedPricing> = fc
  .record({
    rules: arbitraryRules,
    minimumOrder,
    coupon: fc.option(coupon, { freq: 2 }),
    bump: fc.option(bump, { freq: 2 }),
  })
  .map(({ rules, minimumOrder, ...more }) => ({
    ...more,
    rules: { ...rules, minimumOrder },
    hasCoupons: more.coupon !== null,
  }));

/** Any purchase, with any rules of its store. */
export const arbitraryPurchase: fc.Arbitrary<ArbitraryPurchase> = fc.record({
  body,
  signed: fc.boolean(),
  shippingOptions,
  shippingOptionId: fc.constantFrom(uuid(0), uuid(0), uuid(1), uuid(2), null),
  methods,
  pricing,
  isUnknownCode: fc.nat({ max: 19 }).map((one) => one === 0),
  acceptsBump: fc.boolean(),
  reportedTotal: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, arbitraryCents),
  requested: fc.constantFrom('pix', 'boleto', null, 'card', 'card', 'card', 'card', 'card'),
  placedWay: fc.nat({ max: 1_000 }),
  readsOrderPage: fc.nat({ max: 3 }).map((one) => one === 0),
});

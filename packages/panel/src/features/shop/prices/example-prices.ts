import { belowMinimum, cardInstallments, priceOf, type PricedPurchase } from '@retoma/commerce/price';
import type { Method, PriceRules } from './rules-form.ts';

/** What a purchase of example goods costs by each method, in cents. */
export type ExamplePrices = {
  /** By how much the goods are below the minimum order; 0: they are not. */
  missing: number;
  totals: Record<Method, number>;
  /** The most instalments free of interest, and the most at all; null: there are none, or they are the provider's. */
  interestFree: ExampleInstallments | null;
  longest: ExampleInstallments | null;
};

/** Instalments of an example. */
type ExampleInstallments = { count: number; each: number; total: number };

/** The prices of goods that cost `cents`, without freight, computed as the payment page computes them (COM27, COM29). */
export function examplePrices(rules: PriceRules, cents: number): ExamplePrices {
  const purchase: PricedPurchase = {
    goods: { items: [], lines: [], subtotal: cents, discount: 0 },
    rules,
    coupon: null,
    bump: null,
    shipping: null,
    reportedTotal: 0,
  };
  const total = (method: Method): number => priceOf(purchase, { method, installments: 1 }).total;
  const divided = (cardInstallments(purchase) ?? []).filter(({ count }) => count > 1);
  return {
    missing: belowMinimum(purchase),
    totals: { pix: total('pix'), boleto: total('boleto'), card: total('card') },
    interestFree: divided.findLast(({ interest }) => interest === 0) ?? null,
    longest: divided.findLast(({ interest }) => interest > 0) ?? null,
  };
}

import type { Cents } from '../money.ts';
import type { PaymentMethod } from '../payment/method.ts';

/** What is taken off: hundredths of a percent (500 is 5%), or cents. */
export type Reduction =
  { readonly kind: 'percent'; readonly hundredths: number } | { readonly kind: 'cents'; readonly cents: Cents };

/** COM27: a discount for those who pay by one method. */
export type MethodDiscount = {
  readonly method: PaymentMethod;
  readonly reduction: Reduction;
  /** The goods, after the cart's discounts and the coupon, must cost at least this. */
  readonly minimum: Cents;
  /** The most that is taken off; null: no limit. */
  readonly maximum: Cents | null;
};

/** COM29: the instalments of a card by the store's own rule. */
export type InstallmentRule = {
  /** The most instalments. */
  readonly max: number;
  /** Up to how many are free of interest; at least 1. */
  readonly interestFree: number;
  /** The interest of one month above that, in hundredths of a percent. */
  readonly monthlyHundredths: number;
  /** The smallest instalment. */
  readonly smallest: Cents;
};

/** COM27, COM29: what a store decided about prices, besides its coupons and its order bump. */
export type PriceRules = {
  readonly methodDiscounts: readonly MethodDiscount[];
  /** Null: number and interest of instalments are those of the payment provider. */
  readonly installments: InstallmentRule | null;
  /** COM27: the goods, after the cart's discounts, must cost at least this. */
  readonly minimumOrder: Cents;
};

/** A store without price rules. */
export const noPriceRules: PriceRules = { methodDiscounts: [], installments: null, minimumOrder: 0 };

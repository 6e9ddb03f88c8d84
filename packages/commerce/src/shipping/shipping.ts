import type { Cart } from '../checkout/schema.ts';
import type { Cents } from '../money.ts';

/** A shipping option of a store. Amounts in cents; days are working days. */
export type ShippingOption = {
  shippingOptionId: string;
  name: string;
  carrier: string | null;
  price: Cents;
  turnaroundMinDays: number | null;
  turnaroundMaxDays: number | null;
  /** The option is free if the goods, after discounts, cost at least this. */
  freeAbove: Cents | null;
};

/** An option offered to a cart; `cost` is its price for this cart. */
export type ShippingOffer = ShippingOption & { cost: Cents };

/** The data of a checkout that decides about shipping: its cart, and the total of its goods after discounts (CHK5). */
export type Shippable = { cart: Cart; total: Cents };

/** Whether a cart needs shipping: not if the cart or every item has `requiresShipping: false`. */
export const needsShipping = ({ requiresShipping, items }: Cart): boolean =>
  (requiresShipping ?? true) && items.some((item) => item.requiresShipping ?? true);

/** The offers for a cart, in the order of `options`; none if the cart needs no shipping. */
export function shippingOffers(goods: Shippable, options: readonly ShippingOption[]): ShippingOffer[] {
  if (!needsShipping(goods.cart)) return [];
  return options.map((option) => ({ ...option, cost: isFree(goods, option) ? 0 : option.price }));
}

/**
 * COM12: whether an option is free: a discount of type `shipping` without an amount makes every option free (an amount is part of the
 * goods' total, CHK5), and so does a goods' total from `freeAbove` on.
 */
const isFree = ({ cart, total }: Shippable, { freeAbove }: ShippingOption): boolean =>
  (freeAbove !== null && total >= freeAbove) ||
  (cart.discounts ?? []).some(({ type, amount }) => type === 'shipping' && amount === undefined);

/** The chosen offer; a single offer counts as chosen. Null if none is chosen yet, or if there are no offers. */
export function chosenOffer(offers: readonly ShippingOffer[], chosenId: string | null): ShippingOffer | null {
  if (offers.length === 1) return offers[0]!;
  return offers.find(({ shippingOptionId }) => shippingOptionId === chosenId) ?? null;
}

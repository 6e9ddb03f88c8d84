import type { Cart } from '../checkout/schema.ts';
import type { Cents } from '../money.ts';

/** A shipping option of a store. Money in cents; days are working days. */
export type ShippingOption = {
  shippingOptionId: string;
  name: string;
  carrier: string | null;
  price: Cents;
  turnaroundMinDays: number | null;
  turnaroundMaxDays: number | null;
  /** Free if the goods, after discounts, cost at least this. */
  freeAbove: Cents | null;
};

/** An option offered to one cart: `cost` is what it adds to this cart. */
export type ShippingOffer = ShippingOption & { cost: Cents };

/** The data of a checkout that shipping needs: its cart, and the total of its goods after discounts (CHK5). */
export type Shippable = { cart: Cart; total: Cents };

/** Whether a cart needs shipping: the cart does not deny it, and not every item denies it. */
export const needsShipping = ({ requiresShipping, items }: Cart): boolean =>
  (requiresShipping ?? true) && items.some((item) => item.requiresShipping ?? true);

/** What a cart is offered, in the order of `options`; nothing for one that is not shipped. */
export function shippingOffers(goods: Shippable, options: readonly ShippingOption[]): ShippingOffer[] {
  if (!needsShipping(goods.cart)) return [];
  return options.map((option) => ({ ...option, cost: isFree(goods, option) ? 0 : option.price }));
}

/**
 * COM12: a discount of type `shipping` makes every option free, unless it has an amount, which the goods' total already includes (CHK5);
 * and an option is free from its own border on.
 */
const isFree = ({ cart, total }: Shippable, { freeAbove }: ShippingOption): boolean =>
  (freeAbove !== null && total >= freeAbove) ||
  (cart.discounts ?? []).some(({ type, amount }) => type === 'shipping' && amount === undefined);

/** The offer a shopper chose; the only one needs no choosing. Null if nothing is chosen yet, or nothing is offered. */
export function chosenOffer(offers: readonly ShippingOffer[], chosenId: string | null): ShippingOffer | null {
  if (offers.length === 1) return offers[0]!;
  return offers.find(({ shippingOptionId }) => shippingOptionId === chosenId) ?? null;
}

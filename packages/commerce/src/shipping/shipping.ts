import type { Cart } from '../checkout/schema.ts';
import type { Cents } from '../money.ts';

/** A way of shipping that a store offers. Money in cents; days are working days. */
export type ShippingOption = {
  shippingOptionId: string;
  name: string;
  carrier: string | null;
  price: Cents;
  turnaroundMinDays: number | null;
  turnaroundMaxDays: number | null;
  /** Free where the goods come to at least this, discounts taken off. */
  freeAbove: Cents | null;
};

/** An option as one cart is offered it: `charge` is what it adds to this cart. */
export type ShippingOffer = ShippingOption & { charge: Cents };

/** What shipping must know of a checkout: its cart, and what the goods come to with discounts taken off (CHK5). */
export type Shippable = { cart: Cart; total: Cents };

/** Whether anything of a cart is sent anywhere: the cart says yes (or nothing), and not every item says no. */
export const needsShipping = ({ requiresShipping, items }: Cart): boolean =>
  (requiresShipping ?? true) && items.some((item) => item.requiresShipping ?? true);

/** What a cart is offered, in the order of `options`; nothing for one that is not shipped. */
export function shippingOffers(goods: Shippable, options: readonly ShippingOption[]): ShippingOffer[] {
  if (!needsShipping(goods.cart)) return [];
  return options.map((option) => ({ ...option, charge: isFree(goods, option) ? 0 : option.price }));
}

/**
 * COM12: a discount of type `shipping` makes every option free, unless it has an amount, which was taken off the goods already (CHK5);
 * and an option is free from its own border on.
 */
const isFree = ({ cart, total }: Shippable, { freeAbove }: ShippingOption): boolean =>
  (freeAbove !== null && total >= freeAbove) ||
  (cart.discounts ?? []).some(({ type, amount }) => type === 'shipping' && amount === undefined);

/** The offer a shopper chose; the only one needs no choosing. Null where nothing is chosen yet, or nothing is offered. */
export function chosenOffer(offers: readonly ShippingOffer[], chosenId: string | null): ShippingOffer | null {
  if (offers.length === 1) return offers[0]!;
  return offers.find(({ shippingOptionId }) => shippingOptionId === chosenId) ?? null;
}

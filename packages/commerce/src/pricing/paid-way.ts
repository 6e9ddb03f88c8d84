import type { Cents } from '../money.ts';

/** COM27, COM29: the parts of a price that belong to the way to pay; null: none. */
export type WayParts = { readonly methodDiscount: Cents | null; readonly interest: Cents | null };

/** The amounts of an order that its way to pay decides. */
export type OrderPriceParts = WayParts & {
  readonly subtotal: Cents | null;
  /** All discounts, that of the method among them. */
  readonly discount: Cents | null;
  readonly shippingPrice: Cents | null;
  readonly total: Cents | null;
  /** COM7a: the total from the store's own system; null: none. */
  readonly reportedTotal: Cents | null;
};

/**
 * COM27: an order at the price of the payment that brought its money. A shopper may pay an older code after another method was chosen: what
 * that code asked for was the whole price of its way.
 */
export function atPriceOf<Order extends OrderPriceParts>(order: Order, paid: WayParts): Order {
  const { subtotal, discount, shippingPrice, reportedTotal } = order;
  if (subtotal === null || order.total === null) return order;
  const [before, after] = [order.methodDiscount ?? 0, paid.methodDiscount ?? 0];
  if (before === after && (order.interest ?? 0) === (paid.interest ?? 0)) return order;
  const reduced = (discount ?? 0) - before + after;
  const computed = subtotal - reduced + (shippingPrice ?? 0) + (paid.interest ?? 0);
  const total = Math.max(computed, reportedTotal ?? 0);
  return { ...order, discount: reduced, methodDiscount: paid.methodDiscount, interest: paid.interest, total };
}

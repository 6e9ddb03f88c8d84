import type { Cents } from '../money.ts';

/** COM27, COM29: the parts of a price that depend on the way to pay; null: none. */
export type WayToPayParts = { readonly methodDiscount: Cents | null; readonly interest: Cents | null };

/** The amounts of an order that `repriceOrder` reads and changes. */
export type OrderPriceParts = WayToPayParts & {
  readonly subtotal: Cents | null;
  /** All discounts, that of the method among them. */
  readonly discount: Cents | null;
  readonly shippingPrice: Cents | null;
  readonly total: Cents | null;
  /** COM7a: the total from the store's own system; null: none. */
  readonly reportedTotal: Cents | null;
};

/**
 * COM27: changes an order's price to that of the payment that was paid. A shopper may choose another way to pay and still pay an older
 * code, which asked for the full price of its own way.
 */
export function repriceOrder<Order extends OrderPriceParts>(order: Order, paid: WayToPayParts): Order {
  const { subtotal, shippingPrice, reportedTotal } = order;
  if (subtotal === null || order.total === null) return order;
  const [before, after] = [order.methodDiscount ?? 0, paid.methodDiscount ?? 0];
  if (before === after && (order.interest ?? 0) === (paid.interest ?? 0)) return order;
  const discount = (order.discount ?? 0) - before + after;
  const computed = subtotal - discount + (shippingPrice ?? 0) + (paid.interest ?? 0);
  const total = Math.max(computed, reportedTotal ?? 0);
  return { ...order, discount, methodDiscount: paid.methodDiscount, interest: paid.interest, total };
}

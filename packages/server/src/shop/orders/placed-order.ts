// The order and the payment that a purchase becomes when it is placed. Pure.
import { repricedOrder, type CouponRefusal, type WayToPay } from '@retoma/commerce';
import { missingToMinimum, purchaseInstallments } from '../checkouts/purchase-price.ts';
import { chosenShipping, payable, pricesKey, type Purchase } from '../checkouts/purchase.ts';
import { blankOrder, type OrderRow } from './queries/orders.ts';
import { blankPayment, type PaymentRow } from './queries/payments.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import type { PaymentRequest } from '../../providers/payments/provider.ts';
import { newId } from '../../base/ids.ts';
import { timeoutMs } from './payments/call-provider.ts';
import { applyToOrder, toOrderPayment } from './order-rules.ts';
import type { PurchaseSnapshot } from './snapshot-purchase.ts';

/** What of a shopper's choice decides the price. `expectedPrices`: the key of the prices that the page showed (`pricesKey`). */
export type ChosenWay = {
  readonly method: NonNullable<WayToPay['method']>;
  readonly card: PaymentRequest['card'];
  readonly expectedPrices?: string | undefined;
};

/** COM27, COM29: the way to pay of a choice. */
export const wayOf = ({ method, card }: ChosenWay): WayToPay => ({ method, installments: card?.installments ?? 1 });

/** Why a purchase has no price at which it can be paid. */
export type PriceRefusal =
  | { readonly code: 'BELOW_MINIMUM' | 'PRICE_CHANGED' | 'INSTALLMENTS_NOT_OFFERED' }
  | { readonly code: 'COUPON_REFUSED'; readonly coupon: CouponRefusal };

/** COM27 to COM29: why a purchase cannot be paid this way at the price that was shown; undefined: it can. */
export function refusalOfPrice(purchase: Purchase, { card, expectedPrices }: ChosenWay): PriceRefusal | undefined {
  if (missingToMinimum(purchase) > 0) return { code: 'BELOW_MINIMUM' };
  if (expectedPrices !== undefined && expectedPrices !== pricesKey(purchase)) return { code: 'PRICE_CHANGED' };
  const offered = card && purchaseInstallments(purchase, chosenShipping(purchase)?.cost ?? null);
  const isOffered = !offered || offered.some(({ count }) => count === card.installments);
  if (!isOffered) return { code: 'INSTALLMENTS_NOT_OFFERED' };
  const { refusedCoupon } = purchase.pricing;
  return refusedCoupon ? { code: 'COUPON_REFUSED', coupon: refusedCoupon } : undefined;
}

/**
 * COM2, COM27: whether a purchase costs nothing this way: by any method, or by a method that the store offers. A discount for a method that
 * it does not offer makes nothing free.
 */
export const isFree = (purchase: Purchase, way: WayToPay): boolean =>
  payable(purchase, way).total === 0 &&
  (payable(purchase).total === 0 || purchase.methods.some(({ method }) => method === way.method));

/** A new order, not stored yet and without a number. */
export const newOrder = (
  { storeId }: Pick<StoreRow, 'storeId'>,
  checkoutId: string,
  snapshot: PurchaseSnapshot,
  now: number,
): OrderRow => ({
  ...blankOrder,
  ...snapshot,
  orderId: newId(storeId),
  storeId,
  checkoutId,
  statusAt: now,
  createdAt: now,
  updatedAt: now,
});

/** COM7a: the order with its current purchase; paid if its total fell to the received amount. */
export function repriced(
  known: OrderRow,
  snapshot: PurchaseSnapshot | null,
  payments: readonly PaymentRow[],
  now: number,
): OrderRow {
  const order = { ...known, ...snapshot, updatedAt: Math.max(known.updatedAt, now) };
  const total = order.total ?? 0;
  return applyToOrder(order, (one) => repricedOrder(one, { total, at: now }, payments.map(toOrderPayment)));
}

/** A payment that is about to be requested, with the discount and the interest of the order's way to pay (COM27, COM29). */
export const newPayment = (
  { orderId, storeId, methodDiscount, interest }: OrderRow,
  { accountId, provider }: { readonly accountId: string; readonly provider: string },
  requested: Pick<PaymentRow, 'method' | 'amount' | 'expiresAt'> & Partial<Pick<PaymentRow, 'requestedAt'>>,
  now: number,
): PaymentRow => ({
  ...blankPayment,
  ...requested,
  methodDiscount,
  interest,
  paymentId: newId(storeId),
  storeId,
  orderId,
  accountId,
  provider,
  state: 'creating',
  stateAt: now,
  createdAt: now,
  // By then the request of a live process has a result (INV2 of place-order.ts).
  pollAt: now + 2 * timeoutMs.create,
});

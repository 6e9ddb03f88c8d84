import { isDeepStrictEqual } from 'node:util';
import { isOpenPayment } from '@retoma/commerce';
import {
  enteredByBrowsers,
  goesToSame,
  isOutdated,
  isOwnOrder,
  knows,
  mayPlace,
  type Entered,
  type Stored,
} from '../checkouts/entered/entered.ts';
import { orderedData, storedOf, type Purchase } from '../checkouts/purchase.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { shopperFind, type ShopperRow } from '../checkouts/queries/shoppers.ts';
import type { OrderRow } from './queries/orders.ts';
import type { PaymentRow } from './queries/payments.ts';

/**
 * Whether an order is placed with the data of a purchase. `isAnother`: it had the data of another shopper, whose payments end.
 * `isAddressChanged`: its address is not the one that a browser entered which this one does not know.
 */
type OrderShopper =
  { ok: true; isAnother: boolean; isAddressChanged: boolean } | { ok: false; code: 'ANOTHER_SHOPPER' | 'DATA_CHANGED' };

/**
 * COM24: the browser that places an order. `stored`: the stored row that its page was made from. `isConfirmed`: its shopper saw that the
 * stored data changed, and goes on with the own ones.
 */
export type PlacingBrowser = {
  readonly entered: Entered;
  readonly stored: ShopperRow | null;
  readonly isConfirmed: boolean;
};

/** An order that keeps its shopper. */
export const sameShopper: OrderShopper = { ok: true, isAnother: false, isAddressChanged: false };

/** COM24: decides it under the lock of the checkout, from the data that are stored now. `by`: absent: the store itself. */
export async function shopperOfOrder(
  client: Queryable,
  purchase: Purchase,
  {
    by,
    known,
    payments,
    now,
  }: {
    by: PlacingBrowser | undefined;
    known: OrderRow | null;
    payments: readonly PaymentRow[];
    now: number;
  },
): Promise<OrderShopper> {
  const stored = (await shopperFind(client, purchase.checkout.checkoutId)) ?? null;
  if (![purchase.stored, by ? by.stored : purchase.stored].every((one) => isSameRow(one, stored))) {
    return { ok: false, code: 'DATA_CHANGED' };
  }
  if (!by) return sameShopper;
  const { entered } = by;
  if (!by.isConfirmed && isOutdated(entered, storedOf({ ...purchase, stored })))
    return { ok: false, code: 'DATA_CHANGED' };
  const before: Stored = { ...storedOf({ ...purchase, stored }), ordered: orderedData(known) };
  const isOpen = payments.some(
    (payment) =>
      isOpenPayment(payment) &&
      payment.cancelRequestedAt === null &&
      (payment.expiresAt === null || payment.expiresAt > now),
  );
  if (!mayPlace(entered, before, isOpen)) return { ok: false, code: 'ANOTHER_SHOPPER' };
  return { ok: true, isAnother: !isOwnOrder(entered, before), isAddressChanged: isAddressChanged(purchase, before) };
}

/** Whether an order gets another address than it had, or than the stored one, which this browser does not know. */
function isAddressChanged(purchase: Purchase, before: Stored): boolean {
  const { customer, shopper, entered } = purchase;
  const data = { customer, address: shopper?.address ?? {} };
  const earlier = before.ordered ?? enteredByBrowsers(before);
  return !goesToSame(data, earlier) && !knows(entered!, { customer: {}, address: earlier.address });
}

/** Whether what decides an order is the same in two rows; a visit changes other members. */
const isSameRow = (one: ShopperRow | null, other: ShopperRow | null): boolean =>
  isDeepStrictEqual(decisive(one), decisive(other));

const decisive = (row: ShopperRow | null): unknown[] =>
  row ? [row.customer, row.address, row.shippingOptionId, row.couponCode, row.bumpId] : [null, null, null, null, null];

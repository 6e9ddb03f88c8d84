// Lock order: the checkout, then the order, then the shopper. The shopper needs no lock, since every writer holds the checkout's.
//
// INV1. lead.created is written in the transaction that captures the shopper, once for each checkout (COM1, COM6).
// INV2. A changed address or shipping option cancels the open codes of the checkout's order (COM7a), in the same transaction.
// INV3. While a payment is being made or is in review, the data with which the order was placed do not change (COM2).
// INV4. Activity sets the abandonment timer; the job decides again, under the checkout's lock (COM3).
import { isDeepStrictEqual } from 'node:util';
import { isReachable } from '@retoma/commerce';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { checkoutLockFind } from './queries/checkouts.ts';
import { conversionQueue } from '../../providers/ads/queries/conversions.ts';
import { eventInsertMany } from '../events/queries/events.ts';
import { paymentIsUnderWay, paymentRequestCancelOfCheckout } from '../orders/queries/payments.ts';
import { orderIsUnderWay } from '../orders/queries/orders.ts';
import { blankShopper, shopperFind, shopperWrite, type ShopperRow } from './queries/shoppers.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { isId, newId } from '../../base/ids.ts';
import { leadEvent } from './lead.ts';

/**
 * COM37: how long an event before the purchase waits for the shopper's decision, in milliseconds. The decision comes with the first step of
 * the page, after both events.
 */
export const conversionWaitMs = 60 * 60_000;

/** The dependencies of operations on a shopper. */
export type ShopperDeps = { db: Database; clock: Clock };

/** The refusal of changes to a checkout that is paid, expired, or of another store. */
export const checkoutClosed = { ok: false, code: 'CHECKOUT_CLOSED', issues: [] } as const;

/** The members of a shopper that `change` may change. */
export type ShopperChange = Pick<
  ShopperRow,
  'customer' | 'address' | 'shippingOptionId' | 'couponCode' | 'bumpId' | 'browser'
>;

/** Changes a shopper's data, which counts as activity. False: the checkout is closed, or its payment is under way (INV3). */
export function changeShopper(
  { db, clock }: ShopperDeps,
  store: StoreRow,
  checkoutId: string,
  change: (known: ShopperChange) => Partial<ShopperChange>,
): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const checkout = isId(checkoutId) ? await checkoutLockFind(client, store.storeId, checkoutId) : undefined;
    if (!checkout || checkout.state === 'paid' || checkout.state === 'expired') return false;
    const at = clock();
    const known = (await shopperFind(client, checkoutId)) ?? { ...blankShopper, ...checkout, activeAt: at };
    const changed: ShopperRow = { ...known, ...change(known) };
    const isMoved = isShippedOtherwise(known, changed);
    const isOther = isMoved || !isDeepStrictEqual(known.customer, changed.customer);
    if (checkout.state === 'ordered' && isOther && (await paymentIsUnderWay(client, checkoutId))) return false;
    const capturedAt = known.capturedAt ?? (isReachable(changed.customer ?? {}) ? at : null);
    const mayAbandon =
      capturedAt !== null && known.abandonedAt === null && !(await orderIsUnderWay(client, checkoutId));
    // A timer that is already set is moved by the job when it is due.
    const abandonAt = mayAbandon ? (known.abandonAt ?? at + store.abandonMinutes * 60_000) : null;
    await shopperWrite(client, { ...changed, activeAt: at, capturedAt, abandonAt });
    if (checkout.state !== 'open' && isMoved) {
      await paymentRequestCancelOfCheckout(client, checkoutId, at);
    }
    if (known.capturedAt === null && capturedAt !== null) {
      const lead = { ...checkout, customer: JSON.stringify(changed.customer) };
      await eventInsertMany(client, [leadEvent('lead.created', lead, { eventId: newId(checkoutId), at })]);
      if (store.advertises)
        await conversionQueue(client, { ...checkout, events: ['lead'], at, dueAt: at + conversionWaitMs });
    }
    return true;
  });
}

const isShippedOtherwise = (known: ShopperChange, entered: ShopperChange): boolean =>
  known.shippingOptionId !== entered.shippingOptionId || !isDeepStrictEqual(known.address, entered.address);

import { noWayToPay, repricedOrder, type WayToPay } from '@retoma/commerce';
import { mayStore, type Entered } from '../checkouts/entered/entered.ts';
import { missingOf, readPurchase, storedOf, withoutCoupon, type Purchase } from '../checkouts/purchase.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { checkoutLock } from '../checkouts/queries/checkouts.ts';
import { shopperFind } from '../checkouts/queries/shoppers.ts';
import { orderLockOfCheckout } from './queries/orders.ts';
import { paymentList, type PaymentRow } from './queries/payments.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { applyToOrder, toOrderPayment } from './order-rules.ts';
import { cancelUnwanted, writeOrder } from './write-order.ts';
import { pollNow } from './payments/poll-payments.ts';
import { snapshotPurchase } from './snapshot-purchase.ts';
import { holdCoupon } from '../prices/hold-coupon.ts';
import type { PlaceOrderDeps } from './place-order.ts';
import { confirmation } from '../events/build-event.ts';

/**
 * COM7a: writes a shopper's changes into the unpaid order of a checkout, so that its address and price match the payment page; then
 * cancels unwanted payments. Does nothing if the checkout has no such order. COM28: a coupon that is not for the person who pays now is
 * taken out. `network`: the shopper's, from `networkIn`. `entered`: by the browser whose order it is (COM24); null: the stored data are the
 * order's.
 */
export async function reviseOrder(
  deps: PlaceOrderDeps,
  storeId: string,
  checkoutId: string,
  { network, entered = null }: { network?: string | undefined; entered?: Entered | null } = {},
): Promise<void> {
  const { db, clock, contactSecret } = deps;
  const purchase = await readPurchase(deps, checkoutId, entered);
  if (!purchase?.order || missingOf(purchase).length > 0) return;
  const unwanted = await inTransaction(db, async (client) => {
    await checkoutLock(client, storeId, checkoutId);
    const order = await orderLockOfCheckout(client, storeId, checkoutId);
    if (!order || order.status === 'paid' || order.status === 'cancelled') return [];
    if (entered && (await isOutdated(client, purchase, entered))) return [];
    const now = clock();
    const payments = await paymentList(client, order.orderId);
    const way = wayOfNewest(payments);
    const asker = { contactSecret, at: now, network };
    const priced = snapshotPurchase(purchase, way);
    const refusal = await holdCoupon(client, asker, { ...order, ...priced }, purchase.pricing.coupon);
    if (refusal) await holdCoupon(client, asker, order, null);
    const snapshot = refusal ? snapshotPurchase(withoutCoupon(purchase), way) : priced;
    const changed = { ...order, ...snapshot, updatedAt: Math.max(order.updatedAt, now) };
    const revised = applyToOrder(changed, (one) =>
      repricedOrder(one, { total: snapshot.total, at: now }, payments.map(toOrderPayment)),
    );
    const isPaid = revised.status === 'paid';
    await writeOrder(client, revised, isPaid ? [confirmation(revised, payments, { at: now })] : []);
    await cancelUnwanted(client, revised, payments, now);
    // Also payments whose address changed: their cancellation was requested with the change.
    const open = payments.filter(({ state }) => state === 'pending' || state === 'processing');
    return open.map(({ paymentId }) => paymentId);
  });
  if (unwanted.length > 0) await pollNow(deps, unwanted);
}

/** Whether a later request changed the stored data that this one wrote: that request revises the order. */
async function isOutdated(client: Queryable, purchase: Purchase, entered: Entered): Promise<boolean> {
  const stored = (await shopperFind(client, purchase.checkout.checkoutId)) ?? null;
  return (
    mayStore(entered, entered, storedOf(purchase)) && !mayStore(entered, entered, storedOf({ ...purchase, stored }))
  );
}

/** COM27, COM29: the way to pay of the newest payment, whose price the order has. */
function wayOfNewest([newest]: readonly PaymentRow[]): WayToPay {
  if (!newest || newest.method === 'manual') return noWayToPay;
  const card = newest.details?.['card'] as { installments?: number | null } | null | undefined;
  return { method: newest.method, installments: card?.installments ?? 1 };
}

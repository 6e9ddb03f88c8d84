// Records a report of a payment with all its consequences.
//
// Lock order: the checkout, then its order, then the order's payments, then the event with its subject. A payment is written only
// under its order's lock; only `poll_at` is written under the lock of the payment's row.
//
// INV1. Payment, order, checkout and events change in one transaction or not at all (COM6).
// INV2. A payment's state only moves up (applyPaymentUpdate), an order's only by orderAfterPayment: a repeated, late or out-of-order
//     report changes nothing.
// INV3. Each payment makes one event for its code and one for its failure; each order makes one for its money.
// INV4. Money is recorded on its payment, whatever the order's status is: the merchant sees it.
// INV5. A refund requested by a user is audited, and e-mails to the owners are queued, in the transaction that records it (AUT6, AUT8).
// INV6. Money that a provider reports as given back is booked as refunds: first the requested one, the rest as given back there (COM46).
// INV7. Open payments that must not be paid any more are marked in the same transaction as to be cancelled at their providers (COM7a).
import type { Clock } from '../../../base/clock.ts';
import type { Database, Queryable } from '../../../base/postgres/pool.ts';
import type { OrderRow } from '../queries/orders.ts';
import { paymentFind, paymentList, paymentUpdate, type PaymentRow } from '../queries/payments.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { eventsOfChange, orderAfter, paymentAfter, type ReportedPayment } from '../order-rules.ts';
import { cancelUnwanted, lockOrder, writeOrder } from '../write-order.ts';
import { bookRefunds } from './book-refunds.ts';

/** Records a report of a payment (INV1 to INV4) and returns the payment; undefined: there is no payment with this id. */
export async function recordPayment(
  { db, clock }: { db: Database; clock: Clock },
  paymentId: string,
  reported: ReportedPayment,
): Promise<PaymentRow | undefined> {
  return inTransaction(db, async (client) => {
    const locked = await lockPayment(client, paymentId);
    return locked && recordLockedPayment(client, locked, reported, clock());
  });
}

/** A payment with its locked order, and the other payments of the order. */
export type LockedPayment = { payment: PaymentRow; order: OrderRow; others: readonly PaymentRow[] };

/** Locks the order of a payment; undefined: there is no payment with this id. */
export async function lockPayment(client: Queryable, paymentId: string): Promise<LockedPayment | undefined> {
  const found = await paymentFind(client, paymentId);
  if (!found) return undefined;
  const order = await lockOrder(client, found.storeId, found.orderId);
  const payments = await paymentList(client, found.orderId);
  const payment = payments.find((one) => one.paymentId === paymentId)!;
  return { payment, order: order!, others: payments.filter((one) => one !== payment) };
}

/** Records a report of a payment whose checkout and order are locked, and returns the payment. */
export async function recordLockedPayment(
  client: Queryable,
  { payment, order, others }: LockedPayment,
  reported: ReportedPayment,
  now: number,
): Promise<PaymentRow> {
  const reportedNow = paymentAfter(payment, reported, now);
  if (reportedNow === payment) return payment;
  const after = await bookRefunds(client, order, { before: payment, after: reportedNow }, now);
  const change = { before: payment, after, others };
  const orderNow = orderAfter(order, change, now);
  await paymentUpdate(client, after);
  await writeOrder(client, orderNow, eventsOfChange(change, order, orderNow, now));
  await cancelUnwanted(client, orderNow, [after, ...others], now);
  return after;
}

import { isOpenPayment, isUnwanted } from '@retoma/commerce';
import type { Queryable } from '../../db/pool.ts';
import type { OrderRow } from '../../db/queries/orders/orders.ts';
import { paymentRequestCancel, type PaymentRow } from '../../db/queries/orders/payments.ts';

/**
 * COM7a: marks the open payments of an order that must not be paid any more as to be cancelled, in the transaction of the change.
 * `payments`: the current payments of the order. Returns the newly marked ids. The caller cancels them at their providers after the
 * commit, and pollPayments repeats it until each has an end state.
 */
export async function cancelUnwanted(
  client: Queryable,
  order: OrderRow,
  payments: readonly PaymentRow[],
  at: number,
): Promise<string[]> {
  const unwanted = payments.filter(
    (payment) => payment.cancelRequestedAt === null && isUnwanted(payment, order, payments),
  );
  if (unwanted.length === 0) return [];
  const ids = unwanted.map(({ paymentId }) => paymentId);
  return paymentRequestCancel(client, ids, at);
}

/** COM24: marks all open payments of the shopper of before as to be cancelled. Returns the newly marked ids. */
export async function cancelOpen(client: Queryable, payments: readonly PaymentRow[], at: number): Promise<string[]> {
  const open = payments.filter((payment) => isOpenPayment(payment) && payment.cancelRequestedAt === null);
  if (open.length === 0) return [];
  return paymentRequestCancel(
    client,
    open.map(({ paymentId }) => paymentId),
    at,
  );
}

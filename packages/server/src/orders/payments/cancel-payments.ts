import { isUnwanted } from '@retoma/commerce';
import type { Queryable } from '../../db/pool.ts';
import type { OrderRow } from '../../db/queries/orders/orders.ts';
import { paymentRequestCancel, type PaymentRow } from '../../db/queries/orders/payments.ts';

/**
 * COM7a: has the open payments of an order cancelled that are not to be paid any more, in the transaction that made them so. `payments`:
 * all of the order, as they are now. Returns those that are new: their providers are asked after the commit, and again by checkPayments
 * until each has an end.
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

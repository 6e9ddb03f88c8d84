import { orderFind } from '../../db/queries/orders/orders.ts';
import { paymentList } from '../../db/queries/orders/payments.ts';
import type { OrderParts } from '../order-deps.ts';

/**
 * The amount of a refund, in cents: the paid amount of the order or of one payment; without a stored payment, the order's total.
 * Undefined: there is no such order, or it has no total.
 */
export async function refundAmount(
  { db }: Pick<OrderParts, 'db'>,
  storeId: string,
  orderId: string,
  paymentId?: string,
): Promise<number | undefined> {
  const order = await orderFind(db, storeId, orderId);
  if (!order) return undefined;
  const paid = (await paymentList(db, orderId)).filter(
    (payment) => payment.state === 'paid' && (paymentId === undefined || payment.paymentId === paymentId),
  );
  return paid.length > 0
    ? paid.reduce((sum, { paid, amount }) => sum + (paid ?? amount), 0)
    : (order.total ?? undefined);
}

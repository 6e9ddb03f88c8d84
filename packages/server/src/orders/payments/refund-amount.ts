import { orderFind } from '../../db/queries/orders/orders.ts';
import { paymentList } from '../../db/queries/orders/payments.ts';
import type { OrderParts } from '../order-deps.ts';

/**
 * How much a refund of an order gives back, in cents: what was paid, all of it or one payment; where no payment is on record, the
 * order's total. Undefined where there is no such order.
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

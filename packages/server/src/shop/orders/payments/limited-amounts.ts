// AUT5: the amounts in cents that count towards the limit of a role. `subject`: the order or payment, so that a repetition counts once.
import { hasMoney, missingAmount, type Cents } from '@retoma/commerce';
import { orderFind } from '../queries/orders.ts';
import { paymentList } from '../queries/payments.ts';
import type { OrderDeps } from '../order-deps.ts';

/** An amount that counts. */
type LimitedAmount = { readonly subject: string; readonly amount: Cents };

/**
 * The amounts of a refund: the received amount of each payment, or of one; without a stored payment, the order's total. Empty: there is
 * nothing to refund.
 */
export async function refundAmounts(
  { db }: Pick<OrderDeps, 'db'>,
  storeId: string,
  orderId: string,
  paymentId?: string,
): Promise<LimitedAmount[]> {
  const order = await orderFind(db, storeId, orderId);
  if (!order) return [];
  const paid = (await paymentList(db, orderId)).filter(
    (payment) => hasMoney(payment) && (paymentId === undefined || payment.paymentId === paymentId),
  );
  if (paid.length === 0 && paymentId === undefined && order.status === 'paid')
    return [{ subject: `refund:${orderId}`, amount: order.total ?? 0 }];
  return paid.map(({ paymentId: id, paid: received, amount }) => ({
    subject: `refund:${id}`,
    amount: received ?? amount,
  }));
}

/**
 * The amount that counts when a member marks an order as paid, or accepts the amount received: the missing amount, because its goods are released
 * whatever amount is declared; or the declared one, if it is more. Empty: the order is paid, or there is none.
 */
export async function releasedAmounts(
  { db }: Pick<OrderDeps, 'db'>,
  storeId: string,
  orderId: string,
  declared: Cents = 0,
): Promise<LimitedAmount[]> {
  const order = await orderFind(db, storeId, orderId);
  if (!order) return [];
  const missing = missingAmount(order, await paymentList(db, orderId));
  if (order.status === 'paid' && missing === 0) return [];
  return [{ subject: `paid:${orderId}`, amount: Math.max(declared, missing) }];
}

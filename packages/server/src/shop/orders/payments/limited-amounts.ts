// AUT5: the amounts in cents that count towards the limit of a role. `subject`: the order or payment, so that a repetition counts once.
import { missingAmount, type Cents } from '@retoma/commerce';
import { orderFind } from '../queries/orders.ts';
import { paymentList } from '../queries/payments.ts';
import { refundList } from '../queries/refunds.ts';
import { newId } from '../../../base/ids.ts';
import { planRefund, type RefundRequest } from './plan-refund.ts';
import type { OrderDeps } from '../order-deps.ts';

/** An amount that counts. */
type LimitedAmount = { readonly subject: string; readonly amount: Cents };

/**
 * The amounts of a refund, of each payment. The rest of a payment has one subject, whoever asks how often; a part has that of its request,
 * since several parts are several amounts. Empty: there is nothing to refund.
 */
export async function refundAmounts(
  { db }: Pick<OrderDeps, 'db'>,
  storeId: string,
  orderId: string,
  request: RefundRequest,
): Promise<LimitedAmount[]> {
  const order = await orderFind(db, storeId, orderId);
  if (!order) return [];
  const known = await refundList(db, orderId);
  // What was requested before is counted.
  if (known.some(({ requestId, state }) => requestId === request.requestId && state !== 'failed')) return [];
  const plan = planRefund(order, await paymentList(db, orderId), known, request);
  if (!plan.ok) return [];
  const isPart = request.amount !== undefined || request.lines !== undefined;
  const { requestId = newId(storeId) } = request;
  if (isPart) {
    const amount = plan.shares.reduce((sum, share) => sum + share.amount, 0);
    return [{ subject: `refund:${orderId}:${requestId}`, amount }];
  }
  return plan.shares.map(({ payment, amount }) => ({ subject: `refund:${payment?.paymentId ?? orderId}`, amount }));
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

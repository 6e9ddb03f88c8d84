import { paymentSchedule, type PaymentRow } from '../../db/queries/orders/payments.ts';
import { nextCheck } from './next-poll.ts';
import type { OrderParts } from '../order-deps.ts';
import { recordPayment, type ReportedPayment } from './record-payment.ts';

/**
 * Records a provider's result for a payment, or undefined if there is none, and when to poll next. `payment` is as it was when
 * the request began; a poll that was scheduled meanwhile is kept. `hasWebhooks`: of the provider.
 */
export async function recordAnswer(
  parts: Pick<OrderParts, 'db' | 'clock'>,
  payment: PaymentRow,
  reported: ReportedPayment | undefined,
  hasWebhooks: boolean,
): Promise<void> {
  const { db, clock } = parts;
  const known = (reported && (await recordPayment(parts, payment.paymentId, reported))) ?? payment;
  const now = await expire(parts, known);
  await paymentSchedule(db, payment.paymentId, payment.pollAt, nextCheck(now, hasWebhooks, clock()));
}

/** COM7: a code that no provider reports expires by the clock. */
async function expire(parts: Pick<OrderParts, 'db' | 'clock'>, payment: PaymentRow): Promise<PaymentRow> {
  const { state, expiresAt, paymentId } = payment;
  const isOver = state === 'pending' && expiresAt !== null && expiresAt <= parts.clock();
  return (isOver && (await recordPayment(parts, paymentId, { state: 'expired', at: expiresAt }))) || payment;
}

import { paymentSchedule, type PaymentRow } from '../../db/queries/orders/payments.ts';
import { nextCheck } from './next-poll.ts';
import type { OrderParts } from '../order-deps.ts';
import { recordPayment, type ReportedPayment } from './record-payment.ts';

/**
 * Records what a provider told of a payment, or undefined where it told nothing, and when to ask it next. `payment` is as it was when
 * the asking began; where somebody wanted it asked about at another time meanwhile, that holds. `tells`: of the provider.
 */
export async function recordAnswer(
  parts: Pick<OrderParts, 'db' | 'clock'>,
  payment: PaymentRow,
  told: ReportedPayment | undefined,
  hasWebhooks: boolean,
): Promise<void> {
  const { db, clock } = parts;
  const known = (told && (await recordPayment(parts, payment.paymentId, told))) ?? payment;
  const now = await expire(parts, known);
  await paymentSchedule(db, payment.paymentId, payment.checkAt, nextCheck(now, hasWebhooks, clock()));
}

/** COM7: what nobody has told of a code that is over is told by the clock. */
async function expire(parts: Pick<OrderParts, 'db' | 'clock'>, payment: PaymentRow): Promise<PaymentRow> {
  const { state, expiresAt, paymentId } = payment;
  const isOver = state === 'pending' && expiresAt !== null && expiresAt <= parts.clock();
  return (isOver && (await recordPayment(parts, paymentId, { state: 'expired', at: expiresAt }))) || payment;
}

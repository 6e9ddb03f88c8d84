import { paymentSchedule, type PaymentRow } from '../../db/queries/orders/payments.ts';
import { nextPoll } from './next-poll.ts';
import type { OrderParts } from '../order-deps.ts';
import { recordPayment, type ReportedPayment } from './record-payment.ts';

/**
 * Records a provider's result for a payment, if there is one, and when to poll next. `payment`: the row at the start of the request; a
 * poll that was scheduled since then is kept. `hasWebhooks`: of the provider. True: more is expected of the payment, and a webhook
 * scheduled a poll meanwhile.
 */
export async function recordProviderResult(
  parts: Pick<OrderParts, 'db' | 'clock'>,
  payment: PaymentRow,
  reported: ReportedPayment | undefined,
  hasWebhooks: boolean,
): Promise<boolean> {
  const { db, clock } = parts;
  const known = (reported && (await recordPayment(parts, payment.paymentId, reported))) ?? payment;
  const now = await expire(parts, known);
  const next = nextPoll(now, hasWebhooks, clock());
  return !(await paymentSchedule(db, payment.paymentId, payment.pollAt, next)) && next !== null;
}

/** COM7: a pending code expires by the clock, even if its provider does not report it. */
async function expire(parts: Pick<OrderParts, 'db' | 'clock'>, payment: PaymentRow): Promise<PaymentRow> {
  const { state, expiresAt, paymentId } = payment;
  const isOver = state === 'pending' && expiresAt !== null && expiresAt <= parts.clock();
  return (isOver && (await recordPayment(parts, paymentId, { state: 'expired', at: expiresAt }))) || payment;
}

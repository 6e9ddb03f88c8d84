import { z } from 'zod';
import { brokenBy } from '../json-api.ts';
import { returnedIn } from '../provider.ts';
import type { PaymentRefund, RefundResult } from '../provider.ts';
import type { CallStripe } from './api.ts';
import { errorIn } from './refusal.ts';
import type { ReadIntent } from './parse-payment.ts';

const Refund = z.object({ status: z.string(), created: z.int().positive() });

/**
 * Refunds an amount of a payment. A repeated request is the same refund, by its idempotency key, whose response never changes: what
 * became of a refund that was pending shows in the payment.
 */
export async function refund(
  api: CallStripe,
  { refundId, amount, before }: PaymentRefund,
  { providerId, update, openRefunds }: ReadIntent,
  signal: AbortSignal,
): Promise<RefundResult> {
  const returned = returnedIn(update);
  if (returned === undefined) return { outcome: 'refused', reason: 'NOT_PAID' };
  if (returned >= before + amount) return { outcome: 'refunded', at: update.at };
  if (returned + openRefunds >= before + amount) return { outcome: 'later', reason: 'IN_PROCESS' };
  const parameters = { payment_intent: providerId, amount };
  const request = { method: 'POST', path: '/v1/refunds', parameters, idempotencyKey: `refund-${refundId}` } as const;
  const response = await api(request, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  // The next lookup shows the refund.
  if (errorIn(body).code === 'charge_already_refunded') return { outcome: 'later', reason: 'IN_PROCESS' };
  if (status === 400 || status === 402 || status === 404) return { outcome: 'refused', reason: `HTTP_${status}` };
  if (status >= 300) return { outcome: 'later', reason: `HTTP_${status}` };
  const refunded = Refund.safeParse(body).data;
  if (refunded?.status === 'succeeded') return { outcome: 'refunded', at: refunded.created * 1_000 };
  if (refunded?.status === 'failed' || refunded?.status === 'canceled')
    return { outcome: 'refused', reason: 'REJECTED' };
  return { outcome: 'later', reason: refunded ? 'IN_PROCESS' : 'MALFORMED' };
}

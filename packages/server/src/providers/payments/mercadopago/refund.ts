import { z } from 'zod';
import { brokenBy } from '../json-api.ts';
import { returnedIn, type PaymentRefund, type RefundResult } from '../provider.ts';
import { amountText } from './amount.ts';
import type { CallMercadopago } from './api.ts';
import { findOrder, orderPath, type FoundOrder } from './find-order.ts';

const Refund = z.object({
  status_detail: z.string().nullish(),
  transactions: z.object({ refunds: z.array(z.object({ status: z.string() })).min(1) }),
});

/**
 * Refunds an amount of an order. Within an hour a repeated request is the same refund, by its idempotency key; later the order's refunds
 * show that it was made. The central bank may take a while to refund PIX: `later` until the order says that the amount is given back.
 */
export async function refund(
  api: CallMercadopago,
  { refundId, amount, before, ...payment }: PaymentRefund,
  { providerId, update, transactionId, openRefunds }: FoundOrder,
  hour: number,
  signal: AbortSignal,
): Promise<RefundResult> {
  const returned = returnedIn(update);
  if (returned === undefined) return { outcome: 'refused', reason: 'NOT_PAID' };
  if (returned >= before + amount) return { outcome: 'refunded', at: update.at };
  if (returned + openRefunds >= before + amount) return { outcome: 'later', reason: 'IN_PROCESS' };
  const idempotencyKey = `refund-${refundId}-${hour}`;
  // Without a transaction the whole order is refunded, with interest that the payer paid to them.
  const isWhole = before === 0 && amount === update.paid;
  const body = isWhole ? {} : { transactions: [{ id: transactionId, amount: amountText(amount) }] };
  const path = `${orderPath(providerId)}/refund`;
  const response = await api({ method: 'POST', path, idempotencyKey, body }, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status === 400 || status === 404 || status === 422) return { outcome: 'refused', reason: `HTTP_${status}` };
  // 409: the order is refunded, a refund is in progress, or the first request with this key has it.
  if (status >= 300 && status !== 409) return { outcome: 'later', reason: `HTTP_${status}` };
  if (status < 300 && !Refund.safeParse(response.body).success) return { outcome: 'later', reason: 'MALFORMED' };
  const now = await findOrder(api, { ...payment, providerId }, signal);
  if (now.outcome !== 'found') return now.outcome === 'unknown' ? { outcome: 'later', reason: 'MALFORMED' } : now;
  return (returnedIn(now.update) ?? 0) >= before + amount
    ? { outcome: 'refunded', at: now.update.at }
    : { outcome: 'later', reason: 'IN_PROCESS' };
}

import { z } from 'zod';
import { brokenBy } from '../json-api.ts';
import type { KnownPayment, LookupResult, RefundResult } from '../provider.ts';
import type { CallMercadopago } from './api.ts';
import { findOrder, orderPath } from './find-order.ts';

const Refund = z.object({
  status_detail: z.string().nullish(),
  transactions: z.object({ refunds: z.array(z.object({ status: z.string() })).min(1) }),
});

/**
 * Refunds the whole amount of an order. Within an hour a repeated request is the same refund, by its idempotency key; later one is refused
 * by the order's state. The central bank may take a while to refund PIX: `later` until the order's state is `refunded`.
 */
export async function refund(
  api: CallMercadopago,
  payment: KnownPayment,
  { providerId, update }: LookupResult & { outcome: 'found' },
  hour: number,
  signal: AbortSignal,
): Promise<RefundResult> {
  if (update.state === 'refunded') return { outcome: 'refunded', at: update.at };
  if (update.state !== 'paid') return { outcome: 'refused', reason: 'NOT_PAID' };
  const idempotencyKey = `refund-${payment.paymentId}-${hour}`;
  const path = `${orderPath(providerId)}/refund`;
  const response = await api({ method: 'POST', path, idempotencyKey, body: {} }, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status === 400 || status === 404 || status === 422) return { outcome: 'refused', reason: `HTTP_${status}` };
  // 409: the order is refunded, a refund is in progress, or the first request with this key has it.
  if (status >= 300 && status !== 409) return { outcome: 'later', reason: `HTTP_${status}` };
  if (status < 300 && !Refund.safeParse(body).success) return { outcome: 'later', reason: 'MALFORMED' };
  const now = await findOrder(api, { ...payment, providerId }, signal);
  if (now.outcome !== 'found') return now.outcome === 'unknown' ? { outcome: 'later', reason: 'MALFORMED' } : now;
  return now.update.state === 'refunded'
    ? { outcome: 'refunded', at: now.update.at }
    : { outcome: 'later', reason: 'IN_PROCESS' };
}

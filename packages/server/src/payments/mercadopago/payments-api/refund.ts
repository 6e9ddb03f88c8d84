import { z } from 'zod';
import { brokenBy } from '../../json-api.ts';
import type { LookupResult, KnownPayment, RefundResult } from '../../provider.ts';
import type { CallMercadopago } from '../api.ts';

const Refund = z.object({ status: z.string(), date_created: z.string().optional().catch(undefined) });

/**
 * Refunds the whole amount of a payment. A repeated request is the same refund, by its idempotency key. The central bank may take a while
 * to refund PIX: `later` until the payment's state is `refunded`.
 */
export async function refund(
  api: CallMercadopago,
  { paymentId }: KnownPayment,
  { providerId, update }: LookupResult & { outcome: 'found' },
  signal: AbortSignal,
): Promise<RefundResult> {
  if (update.state === 'refunded') return { outcome: 'refunded', at: update.at };
  if (update.state !== 'paid') return { outcome: 'refused', reason: 'NOT_PAID' };
  const response = await api(
    {
      method: 'POST',
      path: `/v1/payments/${encodeURIComponent(providerId)}/refunds`,
      idempotencyKey: `refund-${paymentId}`,
      headers: { 'x-render-in-process-refunds': 'true' },
      body: {},
    },
    signal,
  );
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status === 400 || status === 404 || status === 422) return { outcome: 'refused', reason: `HTTP_${status}` };
  if (status >= 300) return { outcome: 'later', reason: `HTTP_${status}` };
  const refunded = Refund.safeParse(body).data;
  if (refunded?.status === 'in_process') return { outcome: 'later', reason: 'IN_PROCESS' };
  if (refunded?.status === 'rejected') return { outcome: 'refused', reason: 'REJECTED' };
  const at = Date.parse(refunded?.date_created ?? '');
  return refunded?.status === 'approved' && Number.isFinite(at)
    ? { outcome: 'refunded', at }
    : { outcome: 'later', reason: 'MALFORMED' };
}

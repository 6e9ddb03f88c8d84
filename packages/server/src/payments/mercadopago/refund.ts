import type { LookupResult, KnownPayment, RefundResult } from '../provider.ts';
import type { CallApi } from './api.ts';
import { brokenBy } from './refusal.ts';

/**
 * Refunds the whole amount of a payment. A repeated request is the same refund, by its idempotency key. The central bank may take a while
 * to refund PIX: `later` until the payment's state is `refunded`.
 */
export async function refund(
  api: CallApi,
  accessToken: string,
  { paymentId }: KnownPayment,
  { providerId, update }: LookupResult & { outcome: 'found' },
  signal: AbortSignal,
): Promise<RefundResult> {
  if (update.state === 'refunded') return { outcome: 'refunded', at: update.at };
  if (update.state !== 'paid') return { outcome: 'refused', reason: 'NOT_PAID' };
  const answer = await api(
    {
      method: 'POST',
      path: `/v1/payments/${encodeURIComponent(providerId)}/refunds`,
      accessToken,
      idempotencyKey: `refund-${paymentId}`,
      headers: { 'x-render-in-process-refunds': 'true' },
      body: {},
    },
    signal,
  );
  if (answer.outcome !== 'answered') return { outcome: 'later', reason: answer.reason };
  const { status, body } = answer;
  if (status === 401 || status === 403) return brokenBy(status);
  if (status === 400 || status === 404 || status === 422) return { outcome: 'refused', reason: `HTTP_${status}` };
  if (status >= 300) return { outcome: 'later', reason: `HTTP_${status}` };
  const { status: state, date_created: created } = (body ?? {}) as { status?: unknown; date_created?: unknown };
  if (state === 'in_process') return { outcome: 'later', reason: 'IN_PROCESS' };
  if (state === 'rejected') return { outcome: 'refused', reason: 'REJECTED' };
  const at = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  return state === 'approved' && Number.isFinite(at)
    ? { outcome: 'refunded', at }
    : { outcome: 'later', reason: 'MALFORMED' };
}

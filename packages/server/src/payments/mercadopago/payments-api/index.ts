// The payments API (`/v1/payments`): looks up, cancels and refunds the payments that were made with it before the Orders API. Makes none.
import { z } from 'zod';
import { brokenBy } from '../../json-api.ts';
import type { CancelResult, KnownPayment, LookupResult } from '../../provider.ts';
import type { CallMercadopago } from '../api.ts';
import { readPayment, type ReadPayment } from './parse-payment.ts';

/** Whether a provider's id is one of the payments API. */
export const isPaymentId = (providerId: string): boolean => /^\d{1,30}$/.test(providerId);

const paymentPath = (providerId: string): string => `/v1/payments/${encodeURIComponent(providerId)}`;

/** Looks up a payment, by its id if that is known. */
export async function findPayment(
  api: CallMercadopago,
  { paymentId, providerId }: KnownPayment,
  signal: AbortSignal,
): Promise<LookupResult> {
  const reference = new URLSearchParams({ external_reference: paymentId, sort: 'date_created', criteria: 'desc' });
  const path = providerId === null ? `/v1/payments/search?${reference.toString()}` : paymentPath(providerId);
  const response = await api({ method: 'GET', path }, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status === 404 && providerId !== null) return { outcome: 'unknown' };
  if (status !== 200) return { outcome: 'later', reason: `HTTP_${status}` };
  return providerId === null ? foundIn(body, paymentId) : foundAs(readPayment(body), paymentId);
}

/** Mercado Pago cancels a payment that is pending, in process or authorized. In other states the payment is looked up. */
export async function cancelPayment(
  api: CallMercadopago,
  payment: KnownPayment & { readonly providerId: string },
  signal: AbortSignal,
): Promise<CancelResult> {
  const idempotencyKey = `cancel-${payment.paymentId}`;
  const change = { method: 'PUT', path: paymentPath(payment.providerId), body: { status: 'cancelled' } } as const;
  const response = await api({ ...change, idempotencyKey }, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status >= 500 || status === 429) return { outcome: 'later', reason: `HTTP_${status}` };
  const read = status < 300 ? foundAs(readPayment(body), payment.paymentId) : null;
  return read?.outcome === 'found' ? read : findPayment(api, payment, signal);
}

/** Our payment in the results of a search; at most one, since `external_reference` is its unique id. */
function foundIn(body: unknown, paymentId: string): LookupResult {
  const results = z.object({ results: z.array(z.unknown()) }).safeParse(body).data?.results;
  if (!results) return { outcome: 'later', reason: 'MALFORMED' };
  const ours = results.find((one) => Reference.safeParse(one).data?.external_reference === paymentId);
  return ours === undefined ? { outcome: 'unknown' } : foundAs(readPayment(ours), paymentId);
}

const Reference = z.object({ external_reference: z.string() });

function foundAs(read: ReadPayment | undefined, paymentId: string): LookupResult {
  if (!read) return { outcome: 'later', reason: 'MALFORMED' };
  if (read.paymentId !== paymentId) return { outcome: 'unknown' };
  return { outcome: 'found', providerId: read.providerId, update: read.update };
}

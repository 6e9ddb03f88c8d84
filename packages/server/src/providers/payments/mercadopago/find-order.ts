import { z } from 'zod';
import { idInstant } from '../../../base/ids.ts';
import { brokenBy } from '../json-api.ts';
import type { CancelResult, KnownPayment, LookupResult } from '../provider.ts';
import type { CallMercadopago } from './api.ts';
import { readPayment, type ReadPayment } from './parse-payment.ts';

/** The path of an order. */
export const orderPath = (providerId: string): string => `/v1/orders/${encodeURIComponent(providerId)}`;

/** How far from the instant of our id the order of a payment is searched, in milliseconds: the search needs a span of time. */
const searchedMs = 24 * 60 * 60_000;

/** Looks up the order of a payment, by its id if that is known. */
export async function findOrder(
  api: CallMercadopago,
  payment: KnownPayment,
  signal: AbortSignal,
): Promise<LookupResult> {
  const { paymentId, providerId } = payment;
  const path = providerId === null ? `/v1/orders?${searchFor(paymentId)}` : orderPath(providerId);
  const response = await api({ method: 'GET', path }, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (providerId !== null && (status === 404 || (status === 400 && !providerId.startsWith('ORD')))) {
    return { outcome: 'unknown' };
  }
  if (status !== 200) return { outcome: 'later', reason: `HTTP_${status}` };
  if (providerId !== null) return foundAs(readPayment(body), paymentId);
  return foundIn(api, body, payment, signal);
}

function searchFor(paymentId: string): string {
  const at = idInstant(paymentId);
  return new URLSearchParams({
    begin_date: new Date(at - searchedMs).toISOString(),
    end_date: new Date(at + searchedMs).toISOString(),
    external_reference: paymentId,
  }).toString();
}

/**
 * The order of our payment in the results of a search: at most one, since `external_reference` is its unique id. A result may lack the code
 * to pay with, so the order is read.
 */
async function foundIn(
  api: CallMercadopago,
  body: unknown,
  payment: KnownPayment,
  signal: AbortSignal,
): Promise<LookupResult> {
  const results = z.object({ data: z.array(z.unknown()) }).safeParse(body).data?.data;
  if (!results) return { outcome: 'later', reason: 'MALFORMED' };
  const ours = results
    .map((one) => Result.safeParse(one).data)
    .find((one) => one?.external_reference === payment.paymentId);
  return ours ? findOrder(api, { ...payment, providerId: ours.id }, signal) : { outcome: 'unknown' };
}

const Result = z.object({ id: z.string().max(100), external_reference: z.string() });

function foundAs(read: ReadPayment | undefined, paymentId: string): LookupResult {
  if (!read) return { outcome: 'later', reason: 'MALFORMED' };
  if (read.paymentId !== paymentId) return { outcome: 'unknown' };
  return { outcome: 'found', providerId: read.providerId, update: read.update };
}

/** Mercado Pago cancels an order that waits for an action. In other states the order is looked up. `hour`: part of the idempotency key. */
export async function cancelOrder(
  api: CallMercadopago,
  payment: KnownPayment & { readonly providerId: string },
  hour: number,
  signal: AbortSignal,
): Promise<CancelResult> {
  const path = `${orderPath(payment.providerId)}/cancel`;
  const response = await api({ method: 'POST', path, idempotencyKey: `cancel-${payment.paymentId}-${hour}` }, signal);
  if (response.outcome !== 'answered') return { outcome: 'later', reason: response.reason };
  const { status, body } = response;
  const broken = brokenBy(status);
  if (broken) return broken;
  if (status >= 500 || status === 429) return { outcome: 'later', reason: `HTTP_${status}` };
  const read = status < 300 ? foundAs(readPayment(body), payment.paymentId) : null;
  return read?.outcome === 'found' ? read : findOrder(api, payment, signal);
}

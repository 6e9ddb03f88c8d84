import { z } from 'zod';
import { idInstant } from '../../../base/ids.ts';
import { brokenBy } from '../json-api.ts';
import type { CancelResult, KnownPayment, LookupResult } from '../provider.ts';
import type { CallMercadopago } from './api.ts';
import { readPayment, type ReadPayment } from './parse-payment.ts';

/** The path of an order. */
export const orderPath = (providerId: string): string => `/v1/orders/${encodeURIComponent(providerId)}`;

/** An order that was found. `transactionId`: of its payment; `openRefunds`: the sum of its refunds without an outcome. */
export type FoundOrder = LookupResult & { readonly outcome: 'found' } & Pick<
    ReadPayment,
    'transactionId' | 'openRefunds'
  >;

/** The result of looking an order up. */
export type OrderLookup = FoundOrder | Exclude<LookupResult, { outcome: 'found' }>;

/** How far from the instant of our id the order of a payment is searched, in milliseconds: the search needs a span of time. */
const searchedMs = 24 * 60 * 60_000;

/** Looks up the order of a payment, by its id if that is known. */
export async function findOrder(
  api: CallMercadopago,
  payment: KnownPayment,
  signal: AbortSignal,
): Promise<OrderLookup> {
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
): Promise<OrderLookup> {
  const results = z.object({ data: z.array(z.unknown()) }).safeParse(body).data?.data;
  if (!results) return { outcome: 'later', reason: 'MALFORMED' };
  const ours = results
    .map((one) => Result.safeParse(one).data)
    .find((one) => one?.external_reference === payment.paymentId);
  return ours ? findOrder(api, { ...payment, providerId: ours.id }, signal) : { outcome: 'unknown' };
}

const Result = z.object({ id: z.string().max(100), external_reference: z.string() });

function foundAs(read: ReadPayment | undefined, paymentId: string): OrderLookup {
  if (!read) return { outcome: 'later', reason: 'MALFORMED' };
  if (read.paymentId !== paymentId) return { outcome: 'unknown' };
  const { providerId, update, transactionId, openRefunds } = read;
  return { outcome: 'found', providerId, update, transactionId, openRefunds };
}

/** What a lookup says of the payment. */
export const lookupResult = (found: OrderLookup): LookupResult =>
  found.outcome === 'found' ? { outcome: 'found', providerId: found.providerId, update: found.update } : found;

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
  return lookupResult(read?.outcome === 'found' ? read : await findOrder(api, payment, signal));
}

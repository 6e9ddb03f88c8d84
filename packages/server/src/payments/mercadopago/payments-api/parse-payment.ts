import { isHttpUrl, parseBrCode, readBoleto, type Cents } from '@retoma/commerce';
import { z } from 'zod';
import type { PaymentDetails, ProviderUpdate } from '../../provider.ts';
import { centsOf } from '../amount.ts';
import { reasonOf } from './refusal.ts';

const text = z.string().max(2_000).nullish().catch(null);
const instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .nullish()
  .catch(null);

/** The members that are read. All but id and status may be missing or invalid without failing the rest. */
const Payment = z.object({
  id: z.union([z.number().int().positive(), z.string().regex(/^\d{1,30}$/)]).transform(String),
  status: z.string(),
  status_detail: text,
  external_reference: text,
  payment_method_id: text,
  transaction_amount: z.unknown(),
  transaction_amount_refunded: z.unknown().optional(),
  installments: z.int().positive().nullish().catch(null),
  date_created: instant,
  date_approved: instant,
  date_last_updated: instant,
  date_of_expiration: instant,
  card: z.object({ last_four_digits: text }).nullish().catch(null),
  barcode: z.object({ content: text }).nullish().catch(null),
  transaction_details: z
    .object({ external_resource_url: text, digitable_line: text, total_paid_amount: z.unknown().optional() })
    .nullish()
    .catch(null),
  point_of_interaction: z
    .object({ transaction_data: z.object({ qr_code: text, ticket_url: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
});

type Answered = z.infer<typeof Payment>;

/** A parsed payment. `paymentId`: our id, or null. */
export type ReadPayment = { providerId: string; paymentId: string | null; update: ProviderUpdate };

const states: Readonly<Record<string, ProviderUpdate['state']>> = {
  pending: 'pending',
  in_process: 'processing',
  authorized: 'processing',
  approved: 'paid',
  // a complaint is open, and the merchant still has the money
  in_mediation: 'paid',
  rejected: 'failed',
  cancelled: 'cancelled',
  refunded: 'refunded',
  charged_back: 'charged_back',
};

/** Parses a payment; undefined: the body is not a payment, or its status is unknown. */
export function readPayment(body: unknown): ReadPayment | undefined {
  const parsed = Payment.safeParse(body);
  if (!parsed.success) return undefined;
  const payment = parsed.data;
  const state = paymentState(payment);
  const at = updateInstant(payment, state);
  const hasMoney = state === 'paid' || state === 'partially_refunded';
  const paid = paidOf(payment);
  if (state === undefined || at === undefined || (hasMoney && paid === undefined)) return undefined;
  const details = detailsOf(payment);
  const update: ProviderUpdate = {
    state,
    at,
    ...(hasMoney && paid !== undefined && { paid }),
    ...(state === 'partially_refunded' && { refunded: centsOf(payment.transaction_amount_refunded) ?? 0 }),
    ...(state === 'failed' && { reason: reasonOf(payment.status_detail) }),
    ...(details && { details }),
  };
  return { providerId: payment.id, paymentId: payment.external_reference ?? null, update };
}

/** What the payer paid; as in orders, of a card at most what was requested. 0 and no amount: what was requested. */
function paidOf({ transaction_amount, transaction_details, card }: Answered): Cents | undefined {
  const requested = centsOf(transaction_amount);
  const paid = centsOf(transaction_details?.total_paid_amount || transaction_amount);
  return card?.last_four_digits && paid !== undefined && requested !== undefined ? Math.min(paid, requested) : paid;
}

function paymentState({ status, status_detail, card, ...payment }: Answered): ProviderUpdate['state'] | undefined {
  // A partial refund leaves the status `approved`.
  if (status === 'approved' && (centsOf(payment.transaction_amount_refunded) ?? 0) > 0) return 'partially_refunded';
  // The chargeback was decided for the store, which has the money again.
  if (status === 'charged_back' && status_detail === 'reimbursed') return 'paid';
  if (status === 'cancelled' && status_detail === 'expired') return 'expired';
  // A pending card payment, for example at the bank's confirmation, needs nothing from the shopper.
  if (status === 'pending' && card?.last_four_digits) return 'processing';
  return Object.hasOwn(states, status) ? states[status] : undefined;
}

function updateInstant(payment: Answered, state: ProviderUpdate['state'] | undefined): number | undefined {
  const approved = state === 'paid' || state === 'partially_refunded' ? payment.date_approved : null;
  const found = approved ?? payment.date_last_updated ?? payment.date_created;
  return found ? Date.parse(found) : undefined;
}

/** The code to pay with, or the card that was used; undefined: the response has neither. */
function detailsOf(payment: Answered): PaymentDetails | undefined {
  const expires_at = payment.date_of_expiration ? new Date(payment.date_of_expiration).toISOString() : null;
  const payload = payment.point_of_interaction?.transaction_data?.qr_code;
  if (payload) {
    const parsed = parseBrCode(payload);
    const txid = parsed.ok && parsed.code.kind === 'static' ? parsed.code.txid : undefined;
    return { pix: { payload, expires_at, ...(txid !== undefined && { txid }) } };
  }
  const number = payment.barcode?.content ?? payment.transaction_details?.digitable_line;
  if (number) {
    const read = readBoleto(number, (payment.date_of_expiration ?? payment.date_created ?? '').slice(0, 10));
    const url = payment.transaction_details?.external_resource_url;
    if (!read.ok) return url && isHttpUrl(url) ? { boleto: { url, expires_at } } : undefined;
    const { line, barcode } = read.boleto;
    return { boleto: { line, barcode, expires_at, ...(url && isHttpUrl(url) && { url }) } };
  }
  const last = payment.card?.last_four_digits;
  if (!last || !/^\d{4}$/.test(last)) return undefined;
  const { payment_method_id: brand, installments } = payment;
  return { card: { brand: brand ?? null, last_digits: last, ...(installments && { installments }) } };
}

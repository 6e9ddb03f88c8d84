import { isHttpUrl, parseBrCode, readBoleto, type Cents } from '@retoma/commerce';
import { z } from 'zod';
import type { PaymentDetails, ProviderUpdate } from '../provider.ts';
import { centsOfText } from './amount.ts';
import { reasonOf } from './refusal.ts';

const text = z.string().max(2_000).nullish().catch(null);
const instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .nullish()
  .catch(null);

const Method = z.object({
  id: text,
  type: text,
  installments: z.int().positive().nullish().catch(null),
  qr_code: text,
  digitable_line: text,
  barcode_content: text,
  ticket_url: text,
  transaction_security: z.object({ url: text }).nullish().catch(null),
});

/** The one payment of an order. */
const Payment = z.object({
  id: text,
  amount: z.unknown().optional(),
  paid_amount: z.unknown().optional(),
  status: z.string(),
  status_detail: text,
  date_of_expiration: instant,
  payment_method: Method.nullish().catch(null),
});

/** The members that are read. All but ids and status may be missing or invalid without failing the rest. */
const Order = z.object({
  id: z.string().regex(/^ORD\w{1,60}$/),
  external_reference: text,
  created_date: instant,
  last_updated_date: instant,
  transactions: z.object({
    payments: z.tuple([Payment]),
    refunds: z
      .array(z.object({ amount: z.unknown().optional(), status: text }))
      .nullish()
      .catch(null),
    chargebacks: z
      .array(z.object({ status: text }))
      .nullish()
      .catch(null),
  }),
});

type Answered = z.infer<typeof Payment>;

/** A parsed order with its payment. `paymentId`: our id, or null. `openRefunds`: the sum of its refunds without an outcome. */
export type ReadPayment = {
  providerId: string;
  paymentId: string | null;
  transactionId: string | null;
  openRefunds: Cents;
  update: ProviderUpdate;
};

/** Parses an order; undefined: the body is not an order with one payment, or its status is unknown. */
export function readPayment(body: unknown): ReadPayment | undefined {
  const parsed = Order.safeParse(body);
  if (!parsed.success) return undefined;
  const { id, external_reference, created_date, last_updated_date, transactions } = parsed.data;
  const [payment] = transactions.payments;
  const refundsOf = (pattern: RegExp): Cents =>
    (transactions.refunds ?? [])
      .filter(({ status }) => pattern.test(status ?? ''))
      .reduce((sum, { amount }) => sum + (centsOfText(amount) ?? 0), 0);
  const refunded = refundsOf(/^processed$/);
  const read = stateOf(payment);
  const at = last_updated_date ?? created_date;
  const paid = paidOf(payment);
  const state = read === 'partially_refunded' && paid !== undefined && refunded >= paid ? 'refunded' : read;
  const hasMoney = state === 'paid' || state === 'partially_refunded';
  if (state === undefined || !at || (hasMoney && paid === undefined)) return undefined;
  const details = detailsOf(payment);
  const url = payment.payment_method?.transaction_security?.url;
  const isChallenged = payment.status_detail === 'pending_challenge' && url && isHttpUrl(url);
  const update: ProviderUpdate = {
    state,
    at: Date.parse(at),
    ...(hasMoney && paid !== undefined && { paid }),
    ...(state === 'partially_refunded' && { refunded }),
    ...(state === 'failed' && { reason: reasonOf(payment.status_detail) }),
    ...(details && { details }),
    ...(isChallenged && { challengeUrl: url }),
  };
  const transactionId = payment.id ?? null;
  const openRefunds = refundsOf(/^(created|processing|in_process)$/);
  return { providerId: id, paymentId: external_reference ?? null, transactionId, openRefunds, update };
}

/**
 * What was collected from the payer, which may be less or more than what was requested. Of a card at most the latter: interest that the
 * payer owes is not the store's. Undefined: it cannot be read, or nothing was collected.
 */
function paidOf(payment: Answered): Cents | undefined {
  const requested = centsOfText(payment.amount);
  const collected = payment.paid_amount == null ? requested : centsOfText(payment.paid_amount);
  if (!requested || !collected) return undefined;
  return isCard(payment) ? Math.min(collected, requested) : collected;
}

const isCard = ({ payment_method: method }: Answered): boolean => /^(credit|debit)_card$/.test(method?.type ?? '');

function stateOf(payment: Answered): ProviderUpdate['state'] | undefined {
  const { status, status_detail: detail } = payment;
  switch (status) {
    case 'created':
    case 'processing':
      return 'processing';
    case 'action_required':
      // The attempt failed, and the order waits for another one, which is a new order here.
      if (detail === 'waiting_retry') return 'failed';
      // A card waits for its bank; a code waits for its payer.
      return isCard(payment) ? 'processing' : 'pending';
    case 'processed':
      if (detail === 'refunded') return 'refunded';
      return detail === 'partially_refunded' ? 'partially_refunded' : 'paid';
    case 'failed':
      return 'failed';
    case 'canceled':
      return detail === 'expired' ? ended(payment) : 'cancelled';
    case 'expired':
      return ended(payment);
    case 'refunded':
      return 'refunded';
    case 'charged_back':
      // The chargeback was decided for the store, which has the money again.
      return detail === 'reimbursed' ? 'paid' : 'charged_back';
    default:
      return undefined;
  }
}

/** A card expires when its holder did not confirm it in time, which is a failure that the shopper can act on. */
const ended = (payment: Answered): ProviderUpdate['state'] => (isCard(payment) ? 'failed' : 'expired');

/** The code to pay with, or the card that was used, whose digits an order does not have; undefined: the response has neither. */
function detailsOf(payment: Answered): PaymentDetails | undefined {
  const { payment_method: method, date_of_expiration: until } = payment;
  if (!method) return undefined;
  const expires_at = until ? new Date(until).toISOString() : null;
  if (method.qr_code) {
    const parsed = parseBrCode(method.qr_code);
    const txid = parsed.ok && parsed.code.kind === 'static' ? parsed.code.txid : undefined;
    return { pix: { payload: method.qr_code, expires_at, ...(txid !== undefined && { txid }) } };
  }
  const number = method.digitable_line ?? method.barcode_content;
  const url = method.ticket_url && isHttpUrl(method.ticket_url) ? method.ticket_url : undefined;
  if (number) {
    const read = readBoleto(number, (until ?? '').slice(0, 10));
    if (!read.ok) return url ? { boleto: { url, expires_at } } : undefined;
    const { line, barcode } = read.boleto;
    return { boleto: { line, barcode, expires_at, ...(url && { url }) } };
  }
  if (!isCard(payment)) return undefined;
  return { card: { brand: method.id ?? null, ...(method.installments && { installments: method.installments }) } };
}

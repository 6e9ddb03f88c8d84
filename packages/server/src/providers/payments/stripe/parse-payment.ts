import { isHttpUrl, parseBrCode, readBoleto, type Cents, type PaymentMethod } from '@retoma/commerce';
import { z } from 'zod';
import type { PaymentDetails, ProviderUpdate } from '../provider.ts';
import { reasonOf, StripeError } from './refusal.ts';

/** What a response must contain besides the payment intent itself. */
export const expandedFields = ['latest_charge.balance_transaction', 'latest_charge.refunds'];

const text = z.string().max(2_000).nullish().catch(null);
/** An instant in seconds since 1970, as milliseconds. */
const instant = z
  .int()
  .positive()
  .transform((seconds) => seconds * 1_000);
const maybeInstant = instant.nullish().catch(null);

const Charge = z.object({
  created: instant,
  disputed: z.boolean().catch(false),
  balance_transaction: z.object({ created: instant }).nullish().catch(null),
  payment_method_details: z
    .object({ card: z.object({ brand: text, last4: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
  refunds: z
    .object({ data: z.array(z.object({ amount: z.int(), status: text, created: instant })) })
    .nullish()
    .catch(null),
});

/** The members that are read. Those that state money or identity must be right; the others may be missing. */
const Intent = z.object({
  id: z.string().regex(/^pi_\w{1,200}$/),
  object: z.literal('payment_intent'),
  status: z.string(),
  currency: z.literal('brl'),
  amount: z.int().positive(),
  amount_received: z.int().nonnegative(),
  created: instant,
  canceled_at: maybeInstant,
  metadata: z.object({ payment_id: text }).catch({}),
  payment_method_types: z.tuple([z.enum(['pix', 'boleto', 'card'])]),
  payment_method_options: z
    .object({ pix: z.object({ expires_at: maybeInstant }).nullish().catch(null) })
    .nullish()
    .catch(null),
  last_payment_error: StripeError.nullish().catch(null),
  latest_charge: Charge.nullish().catch(null),
  next_action: z
    .object({
      pix_display_qr_code: z.object({ data: text, expires_at: maybeInstant }).nullish().catch(null),
      boleto_display_details: z
        .object({ number: text, pdf: text, hosted_voucher_url: text, expires_at: maybeInstant })
        .nullish()
        .catch(null),
      redirect_to_url: z.object({ url: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

type PaymentIntent = z.infer<typeof Intent>;

/** A parsed payment. `paymentId`: our id, or null. `hasDispute`: there is one. `openRefunds`: the sum of those without an outcome. */
export type ReadIntent = {
  readonly providerId: string;
  readonly paymentId: string | null;
  readonly update: ProviderUpdate;
  readonly hasDispute: boolean;
  readonly openRefunds: Cents;
};

/** Parses a payment intent; undefined: the body is none, or its status is unknown. */
export function readIntent(body: unknown): ReadIntent | undefined {
  const parsed = Intent.safeParse(body);
  const state = parsed.success ? stateOf(parsed.data) : undefined;
  if (!parsed.success || !state) return undefined;
  const intent = parsed.data;
  const details = detailsOf(intent);
  const challengeUrl = challengeOf(intent);
  return {
    providerId: intent.id,
    paymentId: intent.metadata.payment_id ?? null,
    update: { ...state, ...(details && { details }), ...(challengeUrl && { challengeUrl }) },
    hasDispute: intent.latest_charge?.disputed === true,
    openRefunds: refundsOf(intent)
      .filter(({ status }) => status === 'pending' || status === 'requires_action')
      .reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** The bank's page of a card that needs 3-D Secure. */
function challengeOf({
  status,
  payment_method_types: [method],
  next_action: action,
}: PaymentIntent): string | undefined {
  const url = action?.redirect_to_url?.url;
  return status === 'requires_action' && method === 'card' && url && isHttpUrl(url) ? url : undefined;
}

const refundsOf = ({ latest_charge: charge }: PaymentIntent) => charge?.refunds?.data ?? [];

function stateOf(intent: PaymentIntent): ProviderUpdate | undefined {
  const { status, created, payment_method_types: types } = intent;
  switch (status) {
    case 'requires_action':
      return { state: types[0] === 'card' ? 'processing' : 'pending', at: created };
    case 'processing':
    case 'requires_capture':
    case 'requires_confirmation':
      return { state: 'processing', at: created };
    case 'canceled':
      return { state: 'cancelled', at: intent.canceled_at ?? created };
    case 'requires_payment_method':
      return unpaid(intent, types[0]);
    case 'succeeded':
      return paid(intent);
    default:
      return undefined;
  }
}

/** A declined card, or a code that was not paid in time. */
function unpaid(
  { created, latest_charge: charge, last_payment_error: error, payment_method_options: options }: PaymentIntent,
  method: PaymentMethod,
): ProviderUpdate {
  const isExpired = error?.code == null || error.code === 'payment_intent_payment_attempt_expired';
  return method !== 'card' && isExpired
    ? { state: 'expired', at: options?.pix?.expires_at ?? created }
    : { state: 'failed', at: charge?.created ?? created, reason: reasonOf(error) };
}

/** Money that arrived, without what was given back. */
function paid(intent: PaymentIntent): ProviderUpdate {
  const { created, amount_received: received, latest_charge: charge } = intent;
  const done = refundsOf(intent).filter(({ status }) => status === 'succeeded');
  const refunded = done.reduce((sum, { amount }) => sum + amount, 0);
  const refundedAt = Math.max(...done.map((refund) => refund.created));
  if (refunded > 0 && refunded >= received) return { state: 'refunded', at: refundedAt };
  if (refunded > 0) return { state: 'partially_refunded', at: refundedAt, paid: received, refunded };
  // A code's charge is made when it is shown; its balance changes when it is paid.
  return { state: 'paid', at: charge?.balance_transaction?.created ?? charge?.created ?? created, paid: received };
}

function detailsOf({ next_action: action, latest_charge: charge, created }: PaymentIntent): PaymentDetails | undefined {
  const isoInstant = (at: number | null | undefined): string | null => (at == null ? null : new Date(at).toISOString());
  const pix = action?.pix_display_qr_code;
  if (pix?.data) {
    const parsed = parseBrCode(pix.data);
    const txid = parsed.ok && parsed.code.kind === 'static' ? parsed.code.txid : undefined;
    return { pix: { payload: pix.data, expires_at: isoInstant(pix.expires_at), ...(txid !== undefined && { txid }) } };
  }
  const boleto = action?.boleto_display_details;
  if (boleto) {
    const read = readBoleto(boleto.number ?? '', new Date(created).toISOString().slice(0, 10));
    const url = [boleto.pdf, boleto.hosted_voucher_url].find((one) => one && isHttpUrl(one));
    const more = { expires_at: isoInstant(boleto.expires_at), ...(url && { url }) };
    if (!read.ok) return url ? { boleto: more } : undefined;
    return { boleto: { line: read.boleto.line, barcode: read.boleto.barcode, ...more } };
  }
  const card = charge?.payment_method_details?.card;
  if (!card?.last4 || !/^\d{4}$/.test(card.last4)) return undefined;
  return { card: { brand: card.brand ?? null, last_digits: card.last4, installments: 1 } };
}

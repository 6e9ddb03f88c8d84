import { buildBoleto, buildBrCode } from '@retoma/commerce';
import type { PaymentRequest, PaymentDetails } from '../provider.ts';
import { txidOf } from '../txid.ts';
import type { SimulatedPayment } from '../simulated-payments.ts';
import { sandboxNumberOf, type SandboxCard } from './cards.ts';

/** A key from examples of the central bank's manual: every wallet can read its code, and none can pay it. */
const key = '123e4567-e12b-12d3-a456-426655440000';
/** A bank number that no bank has. */
const bank = '999';

/** The initial state and details of a payment. */
export type SandboxStart = Pick<SimulatedPayment, 'state' | 'reason' | 'details'>;

/** Starts a PIX or boleto as a provider would; undefined: the amount is too large. */
export function startCode(payment: PaymentRequest): SandboxStart | undefined {
  const details = payment.method === 'pix' ? pixOf(payment) : boletoOf(payment);
  return details && { state: 'pending', reason: null, details };
}

/** Charges a card with that outcome. Nothing of what was typed is stored but the outcome and the last digits of its test number. */
export function startCard(outcome: SandboxCard, installments: number): SandboxStart {
  const details = { card: { brand: 'visa', last_digits: sandboxNumberOf(outcome).slice(-4), installments } };
  if (outcome === 'accepted' || outcome === 'slow') return { state: 'paid', reason: null, details };
  if (outcome === 'review') return { state: 'processing', reason: null, details };
  return { state: 'failed', reason: outcome, details };
}

function pixOf(payment: PaymentRequest): PaymentDetails | undefined {
  const txid = txidOf(payment.orderNumber, payment.paymentId);
  const codeFor = (name: string) =>
    buildBrCode({ kind: 'static', key, name, city: 'Sao Paulo', txid, amount: payment.amount, once: false });
  const named = codeFor(payment.storeName);
  const code = named.ok ? named : codeFor('Loja'); // the name has no ASCII letter
  return code.ok ? { pix: { payload: code.text, txid, expires_at: isoInstant(payment.expiresAt) } } : undefined;
}

function boletoOf(payment: PaymentRequest): PaymentDetails | undefined {
  const { amount, paymentId, expiresAt, now } = payment;
  const digits = BigInt(`0x${paymentId.replaceAll('-', '')}`).toString();
  const free = digits.slice(-25).padStart(25, '0');
  const boleto = buildBoleto({ bank, amount, dueDate: dayInBrazil(expiresAt ?? now), free });
  return boleto && { boleto: { line: boleto.line, barcode: boleto.barcode, expires_at: isoInstant(expiresAt) } };
}

const isoInstant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The day in Brazil that ends at an instant, as boletos are due: `2026-03-15`. */
const dayInBrazil = (until: number): string => calendar.format(until - 1);

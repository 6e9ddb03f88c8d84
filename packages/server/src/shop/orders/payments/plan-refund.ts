// COM46: what a requested refund gives back of which payment. Pure.
import {
  paidForLines,
  receivedAmount,
  refundableAmount,
  refundOfLines,
  shareRefund,
  type Cents,
  type OrderLine,
  type RefundCause,
  type RefundedLines,
} from '@retoma/commerce';
import type { OrderRow } from '../queries/orders.ts';
import type { PaymentRow } from '../queries/payments.ts';
import type { RefundRow } from '../queries/refunds.ts';
import { newId } from '../../../base/ids.ts';

/**
 * What to refund. `isReturned`: the merchant has already returned the money, so no provider is called. `by`: the user who requests it;
 * `keyId`: the secret key (API2); neither: the command line. `requestId`: of one click, so that its repetition is the same refund. `amount`: absent: everything that is left;
 * with `lines`, the amount that the member saw.
 */
export type RefundRequest = {
  readonly paymentId?: string | undefined;
  readonly isReturned: boolean;
  readonly by?: string;
  readonly keyId?: string;
  readonly requestId?: string | undefined;
  readonly amount?: Cents | undefined;
  readonly lines?: RefundedLines | undefined;
  readonly cause?: RefundCause | undefined;
};

/** A share of a refund. `payment` null: no payment recorded the order's money. */
export type RefundShare = { readonly payment: PaymentRow | null; readonly amount: Cents };

/** Why nothing is refunded. */
export type RefundPlanRefusal =
  | 'PAYMENT_NOT_FOUND'
  | 'NOT_PAID'
  /** The lines are not left, or come to another amount than the member saw. */
  | 'REFUND_CHANGED'
  /** More than what is left. */
  | 'REFUND_TOO_HIGH';

/** The shares of a requested refund. `known`: the refunds of the order. */
export function planRefund(
  order: Pick<OrderRow, 'status' | 'total' | 'shippingPrice' | 'items'>,
  payments: readonly PaymentRow[],
  known: readonly RefundRow[],
  { paymentId, amount, lines }: RefundRequest,
): { ok: true; shares: RefundShare[] } | { ok: false; code: RefundPlanRefusal } {
  const chosen = payments.filter((one) => paymentId === undefined || one.paymentId === paymentId);
  if (paymentId !== undefined && chosen.length === 0) return { ok: false, code: 'PAYMENT_NOT_FOUND' };
  // Nothing can be given back of a payment of 0, such as of an order without a total that was marked paid.
  const paid = chosen.filter((one) => refundableAmount(one) > 0);
  if (paid.length === 0) {
    if (order.status !== 'paid' || paymentId !== undefined) return { ok: false, code: 'NOT_PAID' };
    const total = order.total ?? 0;
    if (amount !== undefined && amount !== total) return { ok: false, code: 'REFUND_TOO_HIGH' };
    return { ok: true, shares: [{ payment: null, amount: total }] };
  }
  const left = paid.reduce((sum, one) => sum + refundableAmount(one), 0);
  const wanted = lines ? amountOfLines(order, payments, known, lines) : (amount ?? left);
  if (wanted === undefined || (lines && amount !== undefined && amount !== wanted)) {
    return { ok: false, code: 'REFUND_CHANGED' };
  }
  if (amount === undefined && !lines) {
    return { ok: true, shares: paid.map((payment) => ({ payment, amount: refundableAmount(payment) })) };
  }
  const shares = shareRefund(paid, wanted);
  return shares ? { ok: true, shares } : { ok: false, code: 'REFUND_TOO_HIGH' };
}

/** COM46: what pieces of lines and the shipping come to, at most the money that is left; undefined: they are not left. */
function amountOfLines(
  order: Pick<OrderRow, 'total' | 'shippingPrice' | 'items'>,
  payments: readonly PaymentRow[],
  known: readonly RefundRow[],
  wanted: RefundedLines,
): Cents | undefined {
  const sum = refundOfLines(linesOfOrder(order), refundedLines(known), wanted);
  return sum === undefined || sum === 0 ? undefined : Math.min(sum, receivedAmount(payments));
}

/** The lines of the refunds that are made or under way. */
export const refundedLines = (refunds: readonly RefundRow[]): RefundedLines[] =>
  refunds.flatMap(({ state, lines }) => (state === 'failed' || lines === null ? [] : [lines]));

/** COM46: the lines of an order, and what was paid for each of them and for the shipping. */
export function linesOfOrder({ items, total, shippingPrice }: Pick<OrderRow, 'total' | 'shippingPrice' | 'items'>): {
  lines: OrderLine[];
  paid: Cents[];
  shipping: Cents;
} {
  const lines = (items ?? []).map(toLine);
  const shipping = Math.min(shippingPrice ?? 0, total ?? 0);
  return { lines, paid: paidForLines(lines, total ?? 0, shipping), shipping };
}

/** A line of our order or of an order of the store's own system, which use different member names. */
function toLine(item: Readonly<Record<string, unknown>>): OrderLine {
  const numbers = (name: string): number | undefined => {
    const value = item[name];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  };
  const quantity = Math.max(1, numbers('quantity') ?? 1);
  const unitPrice = numbers('unit_price') ?? numbers('price') ?? 0;
  return { quantity, total: numbers('total') ?? unitPrice * quantity };
}

/** The rows of a planned refund. A lines refund over several payments names its lines in the first. */
export const plannedRefunds = (
  { storeId, orderId }: Pick<OrderRow, 'storeId' | 'orderId'>,
  shares: readonly RefundShare[],
  { by, keyId, requestId = newId(storeId), lines, cause }: RefundRequest,
  now: number,
): RefundRow[] =>
  shares.map(({ payment, amount }, index) => ({
    refundId: newId(storeId),
    requestId,
    storeId,
    orderId,
    paymentId: payment?.paymentId ?? null,
    amount,
    before: payment?.refunded ?? 0,
    state: 'requested',
    source: keyId !== undefined ? 'api' : by === undefined ? 'command_line' : 'member',
    requestedBy: by ?? null,
    keyId: keyId ?? null,
    lines: index === 0 ? (lines ?? null) : null,
    cause: cause ?? null,
    failure: null,
    requestedAt: now,
    settledAt: null,
  }));

// COM46: what of an order is given back: by amount and by item. Every sum is exact: the parts of all items and the shipping add up to the
// total.
import type { Cents } from '../money.ts';
import { hasMoney, type PaymentAmounts } from './order-amounts.ts';

/** Why a store gives money back, as a member states it. */
export const refundCauses = ['changed_mind', 'out_of_stock', 'defective', 'paid_twice', 'other'] as const;

/** One of these causes. */
export type RefundCause = (typeof refundCauses)[number];

/** COM46: how much of the received amount of a payment was given back or taken back. */
export const returnedAmount = ({ state, paid, refunded, amount }: PaymentAmounts): Cents => {
  if (state === 'refunded' || state === 'charged_back') return paid ?? amount;
  return state === 'partially_refunded' ? Math.min(refunded, paid ?? refunded) : 0;
};

/** COM46: how much of a payment can still be given back. */
export const refundableAmount = (payment: PaymentAmounts): Cents =>
  hasMoney(payment) ? Math.max(0, (payment.paid ?? payment.amount) - payment.refunded) : 0;

/** COM46: the share of each payment in a refund, the last in the list first; undefined: there is less money than that. */
export function shareRefund<Payment extends PaymentAmounts>(
  payments: readonly Payment[],
  amount: Cents,
): { payment: Payment; amount: Cents }[] | undefined {
  let rest = amount;
  const shares = payments.toReversed().flatMap((payment) => {
    const share = Math.min(rest, refundableAmount(payment));
    rest -= share;
    return share > 0 ? [{ payment, amount: share }] : [];
  });
  return rest === 0 ? shares : undefined;
}

/** A line of an order. `total`: of the whole line, after its own discount. */
export type OrderLine = { readonly quantity: number; readonly total: Cents };

/**
 * COM46: what the shopper paid for each line: its share of the total without shipping, so that coupon, discounts and interest are shared by
 * the lines' amounts. The shares add up to that exactly.
 */
export function paidForLines(lines: readonly OrderLine[], total: Cents, shipping: Cents): Cents[] {
  const goods = Math.max(0, total - shipping);
  const sum = lines.reduce((all, line) => all + line.total, 0);
  let before = 0;
  return lines.map((line) => {
    const after = before + line.total;
    const share = sum === 0 ? 0 : shareUpTo(goods, after, sum) - shareUpTo(goods, before, sum);
    before = after;
    return share;
  });
}

/** COM46: the share of `count` pieces of a line of `quantity` for which `paid` was paid, after `returned` pieces were given back. */
export const paidForPieces = (
  paid: Cents,
  { quantity, returned, count }: { quantity: number; returned: number; count: number },
): Cents => shareUpTo(paid, returned + count, quantity) - shareUpTo(paid, returned, quantity);

/** `amount * part / whole`, rounded; exact for every amount of an order, whose products pass the safe integers. */
const shareUpTo = (amount: Cents, part: number, whole: number): Cents => {
  const [a, p, w] = [BigInt(amount), BigInt(part), BigInt(whole)];
  return Number((2n * a * p + w) / (2n * w));
};

/** What of an order was given back, or is to be: pieces of lines by their index, and the shipping. */
export type RefundedLines = {
  readonly lines: readonly { readonly line: number; readonly quantity: number }[];
  readonly shipping: boolean;
};

/** COM46: how many pieces of a line were given back. */
export const returnedPieces = (refunds: readonly RefundedLines[], line: number): number =>
  refunds.flatMap((refund) => refund.lines).reduce((sum, one) => (one.line === line ? sum + one.quantity : sum), 0);

/**
 * COM46: what is given back for pieces of lines and the shipping. `paid`: by line (paidForLines). Undefined: a line is unknown or repeated,
 * or that many pieces are not left.
 */
export function refundOfLines(
  order: { readonly lines: readonly OrderLine[]; readonly paid: readonly Cents[]; readonly shipping: Cents },
  before: readonly RefundedLines[],
  wanted: RefundedLines,
): Cents | undefined {
  if (wanted.shipping && before.some(({ shipping }) => shipping)) return undefined;
  if (new Set(wanted.lines.map(({ line }) => line)).size < wanted.lines.length) return undefined;
  let sum = wanted.shipping ? order.shipping : 0;
  for (const { line, quantity: count } of wanted.lines) {
    const known = order.lines[line];
    const returned = returnedPieces(before, line);
    if (!known || count < 1 || returned + count > known.quantity) return undefined;
    sum += paidForPieces(order.paid[line] ?? 0, { quantity: known.quantity, returned, count });
  }
  return sum;
}

// COM46: what the refund dialog asks the service for. Pure.
import { paidForPieces } from '@retoma/commerce/refunds';
import type { Order } from '../labels.ts';

/** What the member chose. `pieces`: by the index of the line. `amount`: in cents; null: none yet. */
export type RefundChoice = {
  readonly mode: 'items' | 'amount' | 'all';
  readonly pieces: Readonly<Record<number, number>>;
  readonly shipping: boolean;
  readonly amount: number | null;
};

/** How many pieces of a line are left. */
export const piecesLeft = ({ quantity, returned }: Order['items'][number]): number => quantity - returned;

/** What is left of the money of an order, or of one of its payments. */
export function moneyLeft({ payments, received, status, total }: Order, paymentId?: string): number {
  const payment = payments.find((one) => one.paymentId === paymentId);
  if (payment) return payment.refundable;
  return received > 0 ? received : status === 'paid' ? (total ?? 0) : 0;
}

/** Whether no provider can give the money back: it went to the store's own account. */
export const isManualRefund = ({ payments }: Order, paymentId?: string): boolean =>
  payments
    .filter((one) => one.refundable > 0 && (paymentId === undefined || one.paymentId === paymentId))
    .every(({ providerLabel, isSimulated }) => providerLabel === null && !isSimulated);

/** What the chosen lines came to before and after their share of discounts and interest, and with the shipping. */
export function sumOfChoice(order: Order, { pieces, shipping }: RefundChoice): { listed: number; paid: number } {
  let [listed, paid] = [0, 0];
  for (const [line, item] of order.items.entries()) {
    const count = Math.min(pieces[line] ?? 0, piecesLeft(item));
    if (count === 0) continue;
    listed += Math.round(((item.total ?? 0) * count) / item.quantity);
    paid += paidForPieces(item.paid, { quantity: item.quantity, returned: item.returned, count });
  }
  const freight = shipping && !order.shippingReturned ? order.shippingPaid : 0;
  return { listed: listed + freight, paid: paid + freight };
}

/** The amount that a choice gives back, at most what is left; null: none yet. */
export function chosenAmount(order: Order, choice: RefundChoice, left: number): number | null {
  if (choice.mode === 'all') return left;
  if (choice.mode === 'amount') return choice.amount === 0 ? null : choice.amount;
  const { paid } = sumOfChoice(order, choice);
  return paid === 0 ? null : Math.min(paid, left);
}

/** The lines of a choice, as the service takes them. */
export const chosenLines = ({ pieces, shipping }: RefundChoice) => ({
  lines: Object.entries(pieces).flatMap(([line, quantity]) => (quantity > 0 ? [{ line: Number(line), quantity }] : [])),
  shipping,
});

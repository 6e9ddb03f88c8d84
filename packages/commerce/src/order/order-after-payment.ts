// COM7a: how payments and decisions change an order. Invariant: an order becomes paid only if the received amount reaches its total, or if
// a person or the store's own system decided so (`accepted`).
import type { Cents } from '../money.ts';
import {
  dueAmount,
  hasMoney,
  isCovered,
  isAnnouncedByReport,
  isPaidOutside,
  receivedAmount,
  type OrderAmounts,
  type PaymentAmounts,
} from './order-amounts.ts';
import { applyOrderUpdate, type OrderState } from './order-states.ts';
import { isOpenPayment } from './payment-states.ts';

/** An order's payment state and amounts. */
export type PayableOrder = OrderState & OrderAmounts;

/** The data of a payment that decides about its order. */
export type OrderPayment = Omit<PaymentAmounts, 'amount'> & {
  /** When the payment entered its state, in milliseconds since 1970. */
  readonly at: number;
};

/** One payment of an order before and after an update, and the order's other payments. */
export type PaymentChange = {
  readonly before: OrderPayment;
  readonly after: OrderPayment;
  readonly others: readonly OrderPayment[];
};

/**
 * COM4, COM7, COM7a: the order after a change of one of its payments. `expiresAt`: when the paid PIX expired. A failed attempt changes
 * nothing while another is open. Less money than due puts the order into review. Money for a cancelled order waits for a person's decision.
 * Returned money cancels the order, unless enough is left.
 */
export function orderAfterPayment<Order extends PayableOrder>(
  order: Order,
  change: PaymentChange,
  expiresAt: number | null = null,
): Order {
  const { after, others } = change;
  const { state, at } = after;
  switch (state) {
    case 'processing':
      return receivedAmount(others) > 0
        ? order
        : { ...order, ...applyOrderUpdate(order, { status: 'processing', at }) };
    case 'failed': {
      const isSilent = others.some(isOpenPayment) || receivedAmount(others) > 0;
      return isSilent ? order : { ...order, ...applyOrderUpdate(order, { status: 'failed', at }) };
    }
    case 'paid':
    case 'partially_refunded':
      return afterMoney(order, change, expiresAt);
    case 'refunded':
    case 'charged_back':
      return afterReturn(order, change);
    case 'creating':
    case 'pending':
    case 'expired':
    case 'cancelled':
      return order;
  }
}

/**
 * If a part of an unneeded payment of a paid order was refunded, the rest is accepted as the full amount. Money that the store's own system
 * had reported replaces that report.
 */
function afterMoney<Order extends PayableOrder>(
  order: Order,
  { before, after, others }: PaymentChange,
  expiresAt: number | null,
): Order {
  if (order.status === 'cancelled') return order;
  const received = receivedAmount([after, ...others]);
  const beforeReturn = receivedAmount([{ ...after, refunded: before.refunded }, ...others]);
  if (order.status !== 'paid' && !isCovered(order, beforeReturn)) {
    return received > 0 ? { ...order, status: 'processing', at: Math.max(order.at, after.at) } : order;
  }
  const paid = { ...order, ...applyOrderUpdate(order, { status: 'paid', at: after.at }, expiresAt) };
  if (!hasMoney(before) && isAnnouncedByReport(order, after.at)) {
    return { ...paid, accepted: received < (order.total ?? 0) ? received : null };
  }
  const isReturn = after.refunded > before.refunded;
  return isReturn && received < dueAmount(order) ? { ...paid, accepted: received } : paid;
}

function afterReturn<Order extends PayableOrder>(order: Order, { after, others }: PaymentChange): Order {
  const received = receivedAmount([after, ...others]);
  // COM46: with other money left, one payment that was given back is a part of the order's money.
  if (after.state === 'refunded' && order.status === 'paid' && received > 0 && received < dueAmount(order)) {
    return { ...order, accepted: received };
  }
  const isEnough =
    order.status === 'paid' ? isPaidOutside(order) || (received > 0 && isCovered(order, received)) : received > 0;
  return order.status === 'cancelled' || isEnough ? order : cancelledOrder(order, after.at);
}

/** COM4: the order after its cancellation; an accepted amount no longer counts. */
export const cancelledOrder = <Order extends PayableOrder>(order: Order, at: number): Order => ({
  ...order,
  ...applyOrderUpdate(order, { status: 'cancelled', at: Math.max(at, order.at) }),
  accepted: null,
});

/** COM7a: the order after a person accepted the received amount as the full one, also if it was cancelled. */
export const acceptedOrder = <Order extends PayableOrder>(order: Order, received: Cents, at: number): Order => ({
  ...order,
  // A decision ranks after any update reported for the same instant.
  ...applyOrderUpdate(order, { status: 'paid', at: Math.max(at, order.at + 1) }),
  accepted: received,
});

/**
 * COM2, COM7a: an unpaid order that is not cancelled, after its total changed or a new payment attempt began. It becomes paid if the amount
 * received before is sufficient now.
 */
export function repricedOrder<Order extends PayableOrder>(
  order: Order,
  { total, at }: { total: Cents; at: number },
  payments: readonly OrderPayment[],
): Order {
  const priced = { ...order, total };
  const received = receivedAmount(payments);
  if (received === 0) return priced;
  if (!isCovered(priced, received)) return { ...priced, status: 'processing', at: Math.max(order.at, at) };
  const paidAt = Math.max(...payments.filter(hasMoney).map((payment) => payment.at));
  return { ...priced, ...applyOrderUpdate(priced, { status: 'paid', at: Math.max(paidAt, order.at) }) };
}

import type { Cents } from '../money.ts';
import type { OrderStatus } from './order-states.ts';
import { isOpenPayment, type PaymentState } from './payment-states.ts';

/** The amounts of one payment. */
export type PaymentAmounts = {
  readonly state: PaymentState;
  /** The requested amount. */
  readonly amount: Cents;
  /** The received amount; null if nothing was received. */
  readonly paid: Cents | null;
  /** The refunded part of the received amount. */
  readonly refunded: Cents;
};

/** The amounts of an order. */
export type OrderAmounts = {
  /** Null if the store's own system reported none. */
  readonly total: Cents | null;
  /** COM7a: the amount that a person or the store's own system accepts as the full one; null without such a decision. */
  readonly accepted: Cents | null;
  /** CHK11: whether a server signed the prices; null if the order came from no checkout of ours. */
  readonly signed: boolean | null;
};

/** Whether the store still has money of a payment, all of it or a part. */
export const hasMoney = ({ state }: Pick<PaymentAmounts, 'state'>): boolean =>
  state === 'paid' || state === 'partially_refunded';

/** COM7a: the amount received for an order over all its payments, minus refunds. */
export const receivedAmount = (payments: readonly Omit<PaymentAmounts, 'amount'>[]): Cents =>
  payments.reduce((sum, one) => (hasMoney(one) ? sum + Math.max(0, (one.paid ?? 0) - one.refunded) : sum), 0);

/** COM7a: the amount that makes an order paid: the accepted one, otherwise its total. */
export const dueAmount = ({ total, accepted }: OrderAmounts): Cents => accepted ?? total ?? 0;

/** COM7a: whether an order costs nothing and its prices are unsigned. Only a person can make such an order paid. */
export const isFreeUnsigned = ({ total, accepted, signed }: OrderAmounts): boolean =>
  signed === false && total === 0 && accepted === null;

/**
 * COM7a: whether a store's own system reported an order as paid before we received money for it. A person can accept an amount of 0 only
 * for an order with a total of 0.
 */
export const isPaidOutside = ({ total, accepted }: Pick<OrderAmounts, 'total' | 'accepted'>): boolean =>
  accepted === 0 && total !== 0;

/**
 * COM7a: whether money paid at `at` is the money that the store's own system reported: it was paid no later than `paidAt`, when the report
 * made the order paid. Later money is additional. Instants in milliseconds since 1970.
 */
export const isAnnouncedByReport = (
  order: Pick<OrderAmounts, 'total' | 'accepted'> & { readonly status: OrderStatus; readonly paidAt: number | null },
  at: number,
): boolean => order.status === 'paid' && isPaidOutside(order) && order.paidAt !== null && at <= order.paidAt;

/**
 * COM7a: the accepted amount after a store's own system changed the total of a paid order. A raised total is a new price that was not
 * decided about yet; but if the store's own system had received the money before, it has received the rest too.
 */
export function acceptedAfterReport(
  before: Pick<OrderAmounts, 'total' | 'accepted'>,
  total: Cents | null,
): Cents | null {
  const isRaised = (total ?? 0) > (before.total ?? 0);
  return isRaised && !isPaidOutside(before) ? null : before.accepted;
}

/** COM7a: whether a received amount makes an order paid. */
export const isCovered = (order: OrderAmounts, received: Cents): boolean =>
  received >= dueAmount(order) && !isFreeUnsigned(order);

/** COM7a: the amount still missing for an order; 0 if enough was received. */
export const missingAmount = (order: OrderAmounts, payments: readonly Omit<PaymentAmounts, 'amount'>[]): Cents =>
  Math.max(0, dueAmount(order) - receivedAmount(payments));

/**
 * COM7a: whether an open payment must be cancelled at its provider: its order is paid or cancelled, or the missing amount differs from the
 * payment's.
 */
export function isUnwanted(
  payment: PaymentAmounts,
  order: OrderAmounts & { readonly status: OrderStatus },
  payments: readonly PaymentAmounts[],
): boolean {
  if (!isOpenPayment(payment)) return false;
  return order.status === 'paid' || order.status === 'cancelled' || payment.amount !== missingAmount(order, payments);
}

/** COM7, COM7a: reasons why an owner must check an order. */
export const orderAttentions = [
  /** One of its payments was not needed. */
  'PAID_TWICE',
  /** The order is cancelled but has money. */
  'PAID_NOT_WANTED',
  /** Less than the total was received. */
  'UNDERPAID',
  /** More than the total was received. */
  'OVERPAID',
  'PAID_LATE',
  /** The shopper’s bank took the money back. */
  'CHARGED_BACK',
  'PARTLY_REFUNDED',
  /** CHK11: no server signed the prices. */
  'UNSIGNED_PRICE',
  /** COM24: the address changed, from a browser that did not know the one before. */
  'ADDRESS_CHANGED',
] as const;

/** A reason why an owner must check an order. */
export type OrderAttention = (typeof orderAttentions)[number];

/** COM7a: whether less was received than an order costs, without a decision. */
function isUnderpaid(order: OrderFacts, received: Cents): boolean {
  if (order.status === 'cancelled' || received >= dueAmount(order)) return false;
  // A paid order without received money is one that cost nothing until its total was raised.
  return order.status === 'paid' || received > 0;
}

/** The facts about an order that decide its attentions, besides its payments. */
export type OrderFacts = OrderAmounts & {
  readonly status: OrderStatus;
  readonly paidLate: boolean;
  readonly addressChangedAt?: number | null;
};

/** COM7, COM7a: the reasons why an owner must check an order, in the order of `orderAttentions`. */
export function attentionOf(order: OrderFacts, payments: readonly PaymentAmounts[]): OrderAttention[] {
  const { status, total, paidLate, signed } = order;
  const received = receivedAmount(payments);
  const withMoney = payments.filter(hasMoney);
  const isTwiceHere =
    total !== null &&
    total > 0 &&
    withMoney.length > 1 &&
    withMoney.some((one) => received - receivedAmount([one]) >= total);
  const isTwice = isTwiceHere || (status === 'paid' && isPaidOutside(order) && received > 0);
  const isMore = total !== null && received > total;
  // A free unsigned order waits for a person's decision.
  const isWaiting = status === 'processing' && isFreeUnsigned(order);
  const found: Record<OrderAttention, boolean> = {
    PAID_TWICE: isTwice,
    PAID_NOT_WANTED: status === 'cancelled' && received > 0,
    UNDERPAID: isUnderpaid(order, received),
    OVERPAID: isMore && !isTwice && status !== 'cancelled',
    PAID_LATE: status === 'paid' && paidLate,
    CHARGED_BACK: payments.some(({ state }) => state === 'charged_back'),
    PARTLY_REFUNDED: payments.some(({ state }) => state === 'partially_refunded'),
    UNSIGNED_PRICE: signed === false && (status === 'paid' || isWaiting),
    ADDRESS_CHANGED: order.addressChangedAt != null && status !== 'cancelled',
  };
  return orderAttentions.filter((one) => found[one]);
}

/** What an order waits for the store to decide, and the amount that it is about: `decisionOf`. */
export type OrderDecision = { readonly attention: OrderAttention; readonly amount: Cents };

/** How long an order is shown whose reason no decision ends, from its last change on. */
const noticedMs = 7 * 86_400_000;

/**
 * The decision about money that an order waits for: about the whole amount received, or about what is too much. Paid late and charged back
 * count for a week, since nothing that a person does ends them. Undefined: none. Pure.
 */
export function decisionOf(
  order: OrderFacts & { readonly changedAt: number },
  payments: readonly PaymentAmounts[],
  now: number,
): OrderDecision | undefined {
  const found = attentionOf(order, payments);
  const received = receivedAmount(payments);
  const isRecent = now - order.changedAt < noticedMs;
  const surplus = isPaidOutside(order) ? received : received - (order.total ?? 0);
  const lost = payments.filter(({ state }) => state === 'charged_back');
  const amounts: Partial<Record<OrderAttention, Cents | false>> = {
    PAID_TWICE: surplus,
    PAID_NOT_WANTED: received,
    UNDERPAID: received,
    OVERPAID: surplus,
    PAID_LATE: isRecent && received,
    CHARGED_BACK: isRecent && lost.reduce((sum, { paid, amount }) => sum + (paid ?? amount), 0),
    UNSIGNED_PRICE: order.status === 'processing' && 0,
  };
  for (const attention of found) {
    const amount = amounts[attention];
    if (amount !== undefined && amount !== false) return { attention, amount };
  }
  return undefined;
}

import type { Cents } from '../money.ts';
import type { OrderStatus } from './order-states.ts';
import { isOpenPayment, type PaymentState } from './payment-states.ts';

/** The amounts of one payment. */
export type PaymentAmounts = {
  readonly state: PaymentState;
  /** The requested amount. */
  readonly amount: Cents;
  /** What arrived, if anything did. */
  readonly paid: Cents | null;
  /** The refunded part of it. */
  readonly refunded: Cents;
};

/** The amounts of an order. */
export type OrderAmounts = {
  /** Null: the store's own system reported none. */
  readonly total: Cents | null;
  /** COM7a: the amount that a person, or the store's own system, accepts as the full one; null if neither decided. */
  readonly accepted: Cents | null;
  /** CHK11: whether a server vouched for the prices; null: it came from no checkout of ours. */
  readonly signed: boolean | null;
};

/** Whether a payment has brought money that is still with the store, all of it or a part. */
export const hasMoney = ({ state }: Pick<PaymentAmounts, 'state'>): boolean =>
  state === 'paid' || state === 'partially_refunded';

/** COM7a: the amount received for an order over all its payments, minus refunds. */
export const receivedAmount = (payments: readonly Omit<PaymentAmounts, 'amount'>[]): Cents =>
  payments.reduce((sum, one) => (hasMoney(one) ? sum + Math.max(0, (one.paid ?? 0) - one.refunded) : sum), 0);

/** COM7a: what must be received before an order is paid: its total, or what was accepted for it. */
export const dueAmount = ({ total, accepted }: OrderAmounts): Cents => accepted ?? total ?? 0;

/** COM7a: whether an order costs nothing by prices that no server vouched for: only a person makes it paid. */
export const isFreeUnsigned = ({ total, accepted, signed }: OrderAmounts): boolean =>
  signed === false && total === 0 && accepted === null;

/**
 * COM7a: whether a store's own system said that an order is paid before any money of it came here. A person accepts nothing only of an
 * order that costs nothing.
 */
export const isPaidOutside = ({ total, accepted }: Pick<OrderAmounts, 'total' | 'accepted'>): boolean =>
  accepted === 0 && total !== 0;

/**
 * COM7a: whether money that was paid at `at` is what a store's own system meant when it said that an order is paid: it was there by then.
 * What was paid later is on top. `paidAt`: when the order was paid by that word. Instants in milliseconds since 1970.
 */
export const isAnnouncedByReport = (
  order: Pick<OrderAmounts, 'total' | 'accepted'> & { readonly status: OrderStatus; readonly paidAt: number | null },
  at: number,
): boolean => order.status === 'paid' && isPaidOutside(order) && order.paidAt !== null && at <= order.paidAt;

/**
 * COM7a: what counts as accepted once a store's own system gave a paid order another total. A total that was raised is a new price, on
 * which no decision was made yet; where the store's own system had the money before, it has the rest too.
 */
export function acceptedAfterReport(
  before: Pick<OrderAmounts, 'total' | 'accepted'>,
  total: Cents | null,
): Cents | null {
  const isRaised = (total ?? 0) > (before.total ?? 0);
  return isRaised && !isPaidOutside(before) ? null : before.accepted;
}

/** COM7a: whether an amount makes an order paid. */
export const isCovered = (order: OrderAmounts, received: Cents): boolean =>
  received >= dueAmount(order) && !isFreeUnsigned(order);

/** COM7a: what is still missing of an order; 0 where enough has come. */
export const missingAmount = (order: OrderAmounts, payments: readonly Omit<PaymentAmounts, 'amount'>[]): Cents =>
  Math.max(0, dueAmount(order) - receivedAmount(payments));

/**
 * COM7a: whether an open payment must be cancelled at its provider: its order is paid or cancelled, or something else is missing than
 * it asks for.
 */
export function isUnwanted(
  payment: PaymentAmounts,
  order: OrderAmounts & { readonly status: OrderStatus },
  payments: readonly PaymentAmounts[],
): boolean {
  if (!isOpenPayment(payment)) return false;
  return order.status === 'paid' || order.status === 'cancelled' || payment.amount !== missingAmount(order, payments);
}

/** COM7, COM7a: why an owner must look at an order. */
export const orderAttentions = [
  /** One of its payments was not needed. */
  'PAID_TWICE',
  /** Money is there, and the order is cancelled. */
  'PAID_NOT_WANTED',
  /** Less came than the total. */
  'UNDERPAID',
  /** More came than the total. */
  'OVERPAID',
  'PAID_LATE',
  /** The shopper’s bank took the money back. */
  'CHARGED_BACK',
  'PARTLY_REFUNDED',
  /** CHK11: no server vouched for the prices. */
  'UNSIGNED_PRICE',
] as const;

/** Why an owner must look at an order. */
export type OrderAttention = (typeof orderAttentions)[number];

/** COM7a: whether less is there than an order costs, without a decision. */
function isUnderpaid(order: OrderFacts, received: Cents): boolean {
  if (order.status === 'cancelled' || received >= dueAmount(order)) return false;
  // A paid order that costs nothing until its total is raised has received nothing.
  return order.status === 'paid' || received > 0;
}

/** The facts that decide it, besides the payments. */
export type OrderFacts = OrderAmounts & { readonly status: OrderStatus; readonly paidLate: boolean };

/** COM7, COM7a: why an owner must look at an order, in the order of `orderAttentions`. */
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
  // One that costs nothing waits for a person.
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
  };
  return orderAttentions.filter((one) => found[one]);
}

import type { Cents } from '../money.ts';
import type { PaymentRefusal } from '../payment/refusals.ts';

/**
 * COM4: the states of one payment of an order, by rank: the higher rank wins. `creating`: whether the provider has the payment is unknown.
 * Received money ranks above every end without money (COM7), and its return above received money. `charged_back`: the shopper's bank took
 * the money back.
 */
export const paymentStates = [
  'creating',
  'pending',
  'processing',
  'expired',
  'cancelled',
  'failed',
  'paid',
  'partially_refunded',
  'refunded',
  'charged_back',
] as const;

/** COM4: the state of one payment of an order. */
export type PaymentState = (typeof paymentStates)[number];

/** Whether the outcome of a payment is still open. */
export const isOpenPayment = ({ state }: { readonly state: PaymentState }): boolean =>
  state === 'creating' || state === 'pending' || state === 'processing';

/** The known state of one payment. */
export type PaymentTruth = {
  readonly state: PaymentState;
  /** When the state began, by the earliest report, in milliseconds since 1970. */
  readonly at: number;
  /** The reason of the state `failed`. */
  readonly reason: PaymentRefusal | null;
  /** The received amount, if any; a refund does not clear it. */
  readonly paid: Cents | null;
  /** The partly refunded amount: the highest reported one. */
  readonly refunded: Cents;
};

/** A reported state of one payment; `paid` belongs to the state `paid`, `refunded` to `partially_refunded`. */
export type PaymentUpdate = {
  readonly state: PaymentState;
  readonly at: number;
  readonly reason?: PaymentRefusal | null | undefined;
  readonly paid?: Cents | null | undefined;
  readonly refunded?: Cents | undefined;
};

const rank = (state: PaymentState): number => paymentStates.indexOf(state);

/**
 * COM4, COM7: the state of a payment after one more update: the higher rank wins, in any order and however often. Returns `known` itself if
 * the update adds nothing.
 */
export function applyPaymentUpdate(known: PaymentTruth, update: PaymentUpdate): PaymentTruth {
  const paid = Math.max(known.paid ?? -1, update.paid ?? -1);
  const money = paid < 0 ? null : paid;
  // A provider that reports more than came counts the interest of its own instalments.
  const refunded = Math.min(Math.max(known.refunded, update.refunded ?? 0), money ?? Infinity);
  const isHigher = rank(update.state) > rank(known.state);
  const isEarlier = update.state === known.state && update.at < known.at;
  if (!isHigher && !isEarlier) {
    return money === known.paid && refunded === known.refunded ? known : { ...known, paid: money, refunded };
  }
  const reason = update.state === 'failed' ? (update.reason ?? known.reason) : null;
  return { state: update.state, at: update.at, reason, paid: money, refunded };
}

import type { Cents } from '../money.ts';
import type { PaymentRefusal } from '../payment/refusals.ts';

/**
 * COM4: where one payment of an order may be, by how much is known of it then: what stands later is the higher truth. `creating`: nobody
 * knows yet whether its provider has it. Money is above every end without money (COM7), and its return above money. `charged_back`: the
 * shopper's bank took the money back.
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

/** COM4: where one payment of an order is. */
export type PaymentState = (typeof paymentStates)[number];

/** Whether a payment may still be made or refused: its end is not known. */
export const isOpenPayment = ({ state }: { readonly state: PaymentState }): boolean =>
  state === 'creating' || state === 'pending' || state === 'processing';

/** What is known of one payment. */
export type PaymentTruth = {
  readonly state: PaymentState;
  /** When that happened, as far as anybody told: the first time, milliseconds since 1970. */
  readonly at: number;
  /** With `failed`: why. */
  readonly reason: PaymentRefusal | null;
  /** What arrived, if anything did; kept when it is given back. */
  readonly paid: Cents | null;
  /** What of it was given back in part: the most that was ever reported. */
  readonly refunded: Cents;
};

/** What is reported of one payment; `paid` with the state `paid`, `refunded` with `partially_refunded`. */
export type PaymentUpdate = {
  readonly state: PaymentState;
  readonly at: number;
  readonly reason?: PaymentRefusal | null | undefined;
  readonly paid?: Cents | null | undefined;
  readonly refunded?: Cents | undefined;
};

const rank = (state: PaymentState): number => paymentStates.indexOf(state);

/**
 * COM4, COM7: what is known of a payment once this update is known too: the higher truth, whatever comes first and however often. Answers
 * `known` itself where the update adds nothing.
 */
export function applyPaymentUpdate(known: PaymentTruth, update: PaymentUpdate): PaymentTruth {
  const paid = Math.max(known.paid ?? -1, update.paid ?? -1);
  const money = paid < 0 ? null : paid;
  const refunded = Math.max(known.refunded, update.refunded ?? 0);
  const isHigher = rank(update.state) > rank(known.state);
  const isEarlier = update.state === known.state && update.at < known.at;
  if (!isHigher && !isEarlier) {
    return money === known.paid && refunded === known.refunded ? known : { ...known, paid: money, refunded };
  }
  const reason = update.state === 'failed' ? (update.reason ?? known.reason) : null;
  return { state: update.state, at: update.at, reason, paid: money, refunded };
}

// The rules of an order and its payments: what a report makes of them. Pure.
import {
  applyPaymentUpdate,
  hasMoney,
  isOpenPayment,
  orderAfterPayment,
  repriceOrder,
  type Cents,
  type OrderPayment,
  type PayableOrder,
  type PaymentUpdate,
  type PaymentRefusal,
  type PaymentState,
} from '@retoma/commerce';
import type { Details, OrderRow } from './queries/orders.ts';
import type { PaymentRow } from './queries/payments.ts';
import { confirmation, methodLabels, toEventPayment, type OrderEvent } from '../events/build-event.ts';
import type { PaymentDetails } from '../../providers/payments/provider.ts';

/** A report of a payment. `at`: milliseconds since 1970. */
export type ReportedPayment = {
  readonly state: PaymentState;
  readonly at: number;
  /** With `paid`: the received amount; absent: the requested amount. */
  readonly paid?: Cents | undefined;
  /** With `partially_refunded`: the refunded part. */
  readonly refunded?: Cents | undefined;
  /** With `failed`: the reason. */
  readonly reason?: PaymentRefusal | undefined;
  readonly details?: PaymentDetails | undefined;
  /** The provider's id of the payment. */
  readonly providerId?: string | undefined;
  /** COM39: with `processing`: the bank's page of a challenge, and until when it is offered. */
  readonly challenge?: { readonly url: string; readonly until: number } | undefined;
  /** COM40: with `failed`: whether the provider certainly never made the payment. */
  readonly neverMade?: boolean | undefined;
};

/** The payment after a report; the same object if nothing changes. */
export function paymentAfter(payment: PaymentRow, reported: ReportedPayment, now: number): PaymentRow {
  const { state, reason, paid, refunded } = payment;
  const truth = applyPaymentUpdate(
    { state, at: payment.stateAt, reason, paid, refunded },
    toProviderState(reported, payment, now),
  );
  const details = reported.details ? mergePayment(payment.details, reported.details) : payment.details;
  const after: PaymentRow = {
    ...payment,
    state: truth.state,
    stateAt: truth.at,
    reason: truth.reason,
    paid: truth.paid,
    refunded: truth.refunded,
    details,
    providerId: payment.providerId ?? reported.providerId ?? null,
    ...challengeAfter(payment, reported, truth.state),
    neverMade: truth.state === 'failed' && (payment.neverMade || reported.neverMade === true),
  };
  return JSON.stringify(after) === JSON.stringify(payment) ? payment : after;
}

/** COM39: a challenge lasts from its first report until the payment leaves `processing`. */
function challengeAfter(
  { challengeUrl, challengeUntil }: PaymentRow,
  { challenge }: ReportedPayment,
  state: PaymentState,
): Pick<PaymentRow, 'challengeUrl' | 'challengeUntil'> {
  if (state !== 'processing') return { challengeUrl: null, challengeUntil: null };
  if (challengeUrl !== null || !challenge) return { challengeUrl, challengeUntil };
  return { challengeUrl: challenge.url, challengeUntil: challenge.until };
}

/** Moves the reported time into its valid range: not before the payment was created (a return: not before it was paid), not after now. */
function toProviderState(
  reported: ReportedPayment,
  { amount, createdAt, state, stateAt }: PaymentRow,
  now: number,
): PaymentUpdate {
  const isReturn = reported.state === 'refunded' || reported.state === 'charged_back';
  const since = isReturn && state === 'paid' ? stateAt : createdAt;
  const at = Math.max(since, Math.min(reported.at, now));
  return { ...reported, at, paid: hasMoney(reported) ? (reported.paid ?? amount) : reported.paid };
}

/** One payment of an order before and after a report, and the others. */
type PaymentChange = {
  readonly before: PaymentRow;
  readonly after: PaymentRow;
  readonly others: readonly PaymentRow[];
};

/** COM4, COM7, COM7a: the order after a change of one of its payments. */
export function orderAfter(order: OrderRow, { before, after, others }: PaymentChange, now: number): OrderRow {
  const isPix = hasMoney(after) && after.method === 'pix';
  const change = { before: toOrderPayment(before), after: toOrderPayment(after), others: others.map(toOrderPayment) };
  const priced = isFirstMoney(order, { before, after, others }) ? repriceOrder(order, after) : order;
  const moved = applyToOrder(priced, (known) =>
    orderAfterPayment(known, change, isPix ? expiryOf(before, after) : null),
  );
  return { ...moved, ...paymentMembers(moved, [after, ...others]), updatedAt: Math.max(order.updatedAt, now) };
}

/** COM27: whether a payment brings the first money of an order that is still to be paid. */
const isFirstMoney = ({ status }: OrderRow, { before, after, others }: PaymentChange): boolean =>
  status !== 'paid' && status !== 'cancelled' && hasMoney(after) && !hasMoney(before) && !others.some(hasMoney);

/** The members of a payment that the rules of its order read. */
export const toOrderPayment = ({ state, stateAt, paid, refunded }: PaymentRow): OrderPayment => ({
  state,
  at: stateAt,
  paid,
  refunded,
});

/** COM7: the expiry of a PIX: its planned expiry, or earlier if its provider reported it as expired. */
const expiryOf = (before: PaymentRow, { expiresAt }: PaymentRow): number | null =>
  before.state === 'expired' ? Math.min(expiresAt ?? Infinity, before.stateAt) : expiresAt;

/** COM4, COM7a: an order with a rule applied. The store's own status text is cleared if the status changes. */
export function applyToOrder(order: OrderRow, rule: (known: PayableOrder) => PayableOrder): OrderRow {
  const { total, accepted, signed, paidAt, paidLate } = order;
  const moved = rule({ status: order.status, at: order.statusAt, paidAt, paidLate, total, accepted, signed });
  return {
    ...order,
    status: moved.status,
    statusAt: moved.at,
    paidAt: moved.paidAt,
    paidLate: moved.paidLate,
    total: moved.total,
    accepted: moved.accepted,
    rawStatus: moved.status === order.status ? order.rawStatus : null,
  };
}

/**
 * The payment members of an order, in the format of events. They show the first payment with money; else the newest open one; else the
 * newest. An order that is still to be paid shows its open code first. Unchanged if all payments are manual. `payments`: in any order.
 */
export function paymentMembers(
  { paymentMethod, payment, status }: OrderRow,
  payments: readonly PaymentRow[],
): Pick<OrderRow, 'paymentMethod' | 'payment'> {
  const made = payments.filter(({ method }) => method !== 'manual');
  const newest = made.toSorted((one, other) => other.createdAt - one.createdAt);
  const earliest = made.toSorted((one, other) => one.stateAt - other.stateAt);
  // A paid part cannot be paid again, but the code for the rest can.
  const open = newest.find((one) => isOpenPayment(one) && one.cancelRequestedAt === null);
  const withMoney =
    earliest.find(hasMoney) ?? earliest.find(({ state }) => state === 'refunded' || state === 'charged_back');
  const isOver = status === 'paid' || status === 'cancelled';
  const visiblePayment = (isOver ? undefined : open) ?? withMoney ?? newest.find(isOpenPayment) ?? newest[0];
  if (!visiblePayment) return { paymentMethod, payment };
  return { paymentMethod: methodLabels[visiblePayment.method], payment: toEventPayment(visiblePayment) };
}

/** COM2: the events of a changed payment (INV3). */
export function eventsOfChange(
  { before, after, others }: PaymentChange,
  known: OrderRow,
  order: OrderRow,
  now: number,
): OrderEvent[] {
  const { status } = order;
  const isOver = status === 'paid' || status === 'cancelled';
  const became = (state: PaymentState): boolean => after.state === state && before.state !== state;
  const payment = toEventPayment(after);
  const events: OrderEvent[] = [];
  const code = generatedEvent(after);
  if (code && !generatedEvent(before)) {
    const mayPay = !isOver && isOpenPayment(after) && after.cancelRequestedAt === null;
    events.push({ type: code, at: now, startsRuns: mayPay, payment });
  }
  // COM40: a payment that another account is making at once needs no message to the shopper.
  const isReplaced = others.some(({ state }) => state === 'creating');
  if (became('failed')) {
    events.push({ type: 'payment.failed', at: after.stateAt, startsRuns: !isOver && !isReplaced, payment });
  }
  // An underpaid order, or money for a cancelled one, is not confirmed: the merchant decides (COM7a).
  if (status === 'paid' && (known.status !== 'paid' || became('paid'))) {
    events.push(confirmation(order, [after, ...others], { at: after.stateAt, payment }));
  }
  return events;
}

/** The event type for a payment's code; undefined: it has no code. */
function generatedEvent({ details }: PaymentRow): 'pix.generated' | 'boleto.generated' | undefined {
  const { pix, boleto } = (details ?? {}) as PaymentDetails;
  if (pix?.payload) return 'pix.generated';
  return boleto?.line || boleto?.url ? 'boleto.generated' : undefined;
}

/** The newer members over the older ones; null and absent members are ignored. Null: both are empty. */
export function mergeDetails(older: unknown, newer: unknown): Details | null {
  const merged = { ...nonEmptyMember(older), ...nonEmptyMember(newer) };
  return Object.keys(merged).length > 0 ? merged : null;
}

/** The members that identify a payment code or card. */
const requests = { pix: ['payload', 'url'], boleto: ['line'], card: ['last_digits'] } as const;

/** Like `mergeDetails`, but a new PIX, boleto or card keeps no member of the previous one. */
export function mergePayment(older: unknown, newer: unknown): Details | null {
  const merged = mergeDetails(older, newer);
  if (!merged) return null;
  for (const [kind, identities] of Object.entries(requests)) {
    if (isDetails(merged[kind]))
      merged[kind] = mergeSame(nonEmptyMember(older)[kind], nonEmptyMember(newer)[kind], identities);
  }
  return merged;
}

/** Like `mergeDetails`, but a new code keeps only the previous code, as `previous_code`. */
export function mergeTracking(older: unknown, newer: unknown): Details | null {
  const merged = mergeSame(older, newer, ['code']);
  const before = nonEmptyMember(older)['code'] ?? null;
  const after = nonEmptyMember(newer)['code'] ?? null;
  return merged && before !== null && after !== null && before !== after
    ? { previous_code: before, ...merged }
    : merged;
}

function mergeSame(older: unknown, newer: unknown, identities: readonly string[]): Details | null {
  const [before, after] = [nonEmptyMember(older), nonEmptyMember(newer)];
  const isAnother = identities.some(
    (one) => before[one] !== undefined && after[one] !== undefined && before[one] !== after[one],
  );
  return mergeDetails(isAnother ? null : older, newer);
}

const isDetails = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nonEmptyMember = (value: unknown): Details =>
  isDetails(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : {};

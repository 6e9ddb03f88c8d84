// What is known of a payment, recorded with all that follows from it.
//
// Who locks what: first the checkout, then its order, then the order's payments, none of which is written without the order's
// lock; then the event under its subject. Only when to ask about a payment (`poll_at`) is written under the row's own lock.
//
// INV1. Payment, order, checkout and events change in one transaction or not at all (COM6).
// INV2. A payment only moves up (applyPaymentUpdate), an order only as orderAfterPayment says: what is reported again, late or out of
//     order changes nothing.
// INV3. Each payment makes one event for its code and one for its failure; each order one for its money.
// INV4. Money is written into the payment it was paid with, whatever its order is: the merchant sees it.
// INV5. A refund that a user asked for is audited, and owners are written about it, in the transaction that records it (AUT6, AUT8).
// INV6. Open payments that are not to be paid any more are cancelled at their providers (COM7a): requested in the same transaction.
import {
  applyPaymentUpdate,
  hasMoney,
  isOpenPayment,
  orderAfterPayment,
  type Cents,
  type OrderPayment,
  type PayableOrder,
  type PaymentUpdate,
  type PaymentRefusal,
  type PaymentState,
} from '@retoma/commerce';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../db/pool.ts';
import { checkoutLock } from '../../db/queries/checkouts/checkouts.ts';
import {
  orderFind,
  orderLeadCheckout,
  orderLockById,
  orderUpdate,
  type OrderRow,
} from '../../db/queries/orders/orders.ts';
import {
  paymentFind,
  paymentList,
  paymentTakeRefunder,
  paymentUpdate,
  type PaymentRow,
} from '../../db/queries/orders/payments.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PaymentDetails } from '../../payments/provider.ts';
import { noteActivity } from '../../audit/audit-log.ts';
import { cancelUnwanted } from './cancel-payments.ts';
import { mergePayment } from '../merge-details.ts';
import { confirmation, methodLabels, toEventPayment, recordEvents, type Happened } from '../../events/build-event.ts';

/** A report of a payment, and its instant. */
export type ReportedPayment = {
  readonly state: PaymentState;
  readonly at: number;
  /** With `paid`: what arrived; the requested amount where the provider gives none. */
  readonly paid?: Cents | undefined;
  /** With `partially_refunded`: what of it was given back. */
  readonly refunded?: Cents | undefined;
  /** With `failed`: why. */
  readonly reason?: PaymentRefusal | undefined;
  readonly details?: PaymentDetails | undefined;
  /** The provider's own name for the payment. */
  readonly providerId?: string | undefined;
};

/** Records a report of a payment (INV1 to INV4) and returns the payment; undefined if there is none of that id. */
export async function recordPayment(
  { db, clock }: { db: Database; clock: Clock },
  paymentId: string,
  reported: ReportedPayment,
): Promise<PaymentRow | undefined> {
  return inTransaction(db, async (client) => {
    const locked = await lockPayment(client, paymentId);
    return locked && recordLocked(client, locked, reported, clock());
  });
}

/** A payment with its order, locked, and the other payments of the order. */
export type LockedPayment = { payment: PaymentRow; order: OrderRow; others: readonly PaymentRow[] };

async function lockPayment(client: Queryable, paymentId: string): Promise<LockedPayment | undefined> {
  const found = await paymentFind(client, paymentId);
  if (!found) return undefined;
  const order = await lockOrder(client, found.storeId, found.orderId);
  const payments = await paymentList(client, found.orderId);
  const payment = payments.find((one) => one.paymentId === paymentId)!;
  return { payment, order: order!, others: payments.filter((one) => one !== payment) };
}

/** Locks an order of a store, and its checkout before it; undefined where the store has none of that id. */
export async function lockOrder(client: Queryable, storeId: string, orderId: string): Promise<OrderRow | undefined> {
  const order = await orderFind(client, storeId, orderId);
  if (!order) return undefined;
  if (order.checkoutId !== null) await checkoutLock(client, storeId, order.checkoutId);
  return orderLockById(client, orderId);
}

/** Records a report of a payment whose order and checkout are locked, and returns the payment. */
export async function recordLocked(
  client: Queryable,
  { payment, order, others }: LockedPayment,
  reported: ReportedPayment,
  now: number,
): Promise<PaymentRow> {
  const after = paymentAfter(payment, reported, now);
  if (after === payment) return payment;
  const change = { before: payment, after, others };
  const orderNow = orderAfter(order, change, now);
  await paymentUpdate(client, after);
  await writeOrder(client, orderNow, happenedTo(change, order, orderNow, now));
  await cancelUnwanted(client, orderNow, [after, ...others], now);
  if (after.state === 'refunded' && payment.state !== 'refunded') {
    const by = await paymentTakeRefunder(client, payment.paymentId);
    if (by !== null) await noteRefund(client, order, by, now);
  }
  return after;
}

/** AUT6, AUT8: audits that a user gave money back, and queues the e-mails to the owners, in the transaction of `client`. */
export function noteRefund(client: Queryable, order: OrderRow, userId: string, at: number): Promise<void> {
  const { storeId, number } = order;
  return noteActivity(client, {
    storeId,
    userId,
    action: 'order_refunded',
    at,
    ...(number !== null && { detail: number }),
  });
}

/** INV1: writes an order that is locked, and what follows from how it stands now. */
export async function writeOrder(client: Queryable, order: OrderRow, happened: readonly Happened[]): Promise<void> {
  await orderUpdate(client, order);
  await followOrder(client, order);
  await recordEvents(client, order, happened);
}

/** COM5: lets the checkout of an order follow it, where it has one. */
export async function followOrder(client: Queryable, { checkoutId, status }: OrderRow): Promise<void> {
  if (checkoutId !== null) await orderLeadCheckout(client, { checkoutId, status });
}

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
  };
  return JSON.stringify(after) === JSON.stringify(payment) ? payment : after;
}

/** Nothing can have happened before it was asked for, after now, or to money that had not come. */
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
type Change = {
  readonly before: PaymentRow;
  readonly after: PaymentRow;
  readonly others: readonly PaymentRow[];
};

/** COM4, COM7, COM7a: the order once a payment of it has changed. */
export function orderAfter(order: OrderRow, { before, after, others }: Change, now: number): OrderRow {
  const isPix = hasMoney(after) && after.method === 'pix';
  const change = { before: movesBy(before), after: movesBy(after), others: others.map(movesBy) };
  const moved = movedOrder(order, (known) => orderAfterPayment(known, change, isPix ? expiryOf(before, after) : null));
  return { ...moved, ...paymentMembers(moved, [after, ...others]), updatedAt: Math.max(order.updatedAt, now) };
}

/** A payment as the rules of its order see it. */
export const movesBy = ({ state, stateAt, paid, refunded }: PaymentRow): OrderPayment => ({
  state,
  at: stateAt,
  paid,
  refunded,
});

/** COM7: when a PIX expired: as it was to, or before that where its provider ended it. */
const expiryOf = (before: PaymentRow, { expiresAt }: PaymentRow): number | null =>
  before.state === 'expired' ? Math.min(expiresAt ?? Infinity, before.stateAt) : expiresAt;

/** COM4, COM7a: the order once a rule has moved it. A store's own word goes with its status. */
export function movedOrder(order: OrderRow, move: (known: PayableOrder) => PayableOrder): OrderRow {
  const { total, accepted, signed, paidAt, paidLate } = order;
  const moved = move({ status: order.status, at: order.statusAt, paidAt, paidLate, total, accepted, signed });
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
 * How an order is paid, in the words of an event: by the payment that brought money first, else by the newest that may still be made,
 * else by the newest of all; as it was where it was paid by hand alone. `payments`: in any order.
 */
export function paymentMembers(
  { paymentMethod, payment, status }: OrderRow,
  payments: readonly PaymentRow[],
): Pick<OrderRow, 'paymentMethod' | 'payment'> {
  const made = payments.filter(({ method }) => method !== 'manual');
  const newest = made.toSorted((one, other) => other.createdAt - one.createdAt);
  const earliest = made.toSorted((one, other) => one.stateAt - other.stateAt);
  // Of a part that was paid nothing is left to pay with; the code of the rest is.
  const open = newest.find((one) => isOpenPayment(one) && one.cancelRequestedAt === null);
  const withMoney =
    earliest.find(hasMoney) ?? earliest.find(({ state }) => state === 'refunded' || state === 'charged_back');
  const isOver = status === 'paid' || status === 'cancelled';
  const visiblePayment = (isOver ? undefined : open) ?? withMoney ?? newest.find(isOpenPayment) ?? newest[0];
  if (!visiblePayment) return { paymentMethod, payment };
  return { paymentMethod: methodLabels[visiblePayment.method], payment: toEventPayment(visiblePayment) };
}

/** COM2: the events of a changed payment (INV3). */
export function happenedTo(
  { before, after, others }: Change,
  known: OrderRow,
  order: OrderRow,
  now: number,
): Happened[] {
  const { status } = order;
  const isOver = status === 'paid' || status === 'cancelled';
  const became = (state: PaymentState): boolean => after.state === state && before.state !== state;
  const payment = toEventPayment(after);
  const happened: Happened[] = [];
  const code = generatedEvent(after);
  if (code && !generatedEvent(before)) {
    const mayPay = !isOver && isOpenPayment(after) && after.cancelRequestedAt === null;
    happened.push({ type: code, at: now, startsRuns: mayPay, payment });
  }
  if (became('failed')) happened.push({ type: 'payment.failed', at: after.stateAt, startsRuns: !isOver, payment });
  // Less than the total, or money for a cancelled order, is no confirmation: a person decides (COM7a).
  if (status === 'paid' && (known.status !== 'paid' || became('paid'))) {
    happened.push(confirmation(order, [after, ...others], { at: after.stateAt, payment }));
  }
  return happened;
}

/** The event of a payment's code; undefined while it has none. */
function generatedEvent({ details }: PaymentRow): 'pix.generated' | 'boleto.generated' | undefined {
  const { pix, boleto } = (details ?? {}) as PaymentDetails;
  if (pix?.payload) return 'pix.generated';
  return boleto?.line || boleto?.url ? 'boleto.generated' : undefined;
}

import {
  acceptedAfterReport,
  applyOrderUpdate,
  orderStatusOf,
  receivedAmount,
  repricedOrder,
  type EventData,
  type EventType,
  type OrderStatus,
} from '@retoma/commerce';
import type { Queryable } from '../../base/postgres/pool.ts';
import {
  blankOrder,
  orderInsert,
  orderLock,
  orderLockOfCheckout,
  orderUpdate,
  type OrderRow,
} from './queries/orders.ts';
import { paymentList, type PaymentRow } from './queries/payments.ts';
import { newId } from '../../base/ids.ts';
import {
  applyToOrder,
  mergeDetails,
  mergePayment,
  mergeTracking,
  paymentMembers,
  toOrderPayment,
} from './order-rules.ts';
import { cancelUnwanted, updateCheckoutState } from './write-order.ts';
import { confirmation, recordEvents } from '../events/build-event.ts';

/** A report of an order by a store's own system. `at`: milliseconds since 1970. */
export type ReportedOrder = {
  storeId: string;
  /** Null: an order of which there is no event. */
  type: EventType | null;
  order: NonNullable<EventData['order']>;
  data: EventData;
  /** A checkout of this store. */
  checkoutId: string | null;
  at: number;
};

/**
 * COM4, COM6: writes a report into the order in the transaction of `client`, which then holds the order's lock. Reports of one order are
 * written one after the other; their order of arrival does not affect its status. Returns the updated order.
 */
export async function recordOrderUpdate(client: Queryable, report: ReportedOrder): Promise<OrderRow> {
  const named = await orderLock(client, report.storeId, report.order.id);
  const { known, checkoutId } = await findReportedOrder(client, named, report);
  const before = known ?? newReportedOrder(report);
  const after = applyReportedOrder(before, report);
  const isClosed = after.status === 'paid' || after.status === 'cancelled';
  const isMoved = known?.number && (isClosed ? known.status !== after.status : known.total !== after.total);
  const payments = isMoved ? await paymentList(client, known.orderId) : [];
  const accepted = acceptedAfter(before, after, payments);
  const reported = { ...after, accepted, externalId: report.order.id, checkoutId };
  const order = isMoved && !isClosed ? repricedByReport(reported, payments) : reported;
  if (known) await orderUpdate(client, order);
  // Another transaction inserted the order and has committed: the second call locks and updates it.
  else if (!(await orderInsert(client, order))) return recordOrderUpdate(client, report);
  await updateCheckoutState(client, order);
  if (!isClosed && order.status === 'paid') {
    await recordEvents(client, order, [confirmation(order, payments, { at: order.statusAt })]);
  }
  // COM7a: after the store's own system paid, cancelled or repriced the order, its open payments are cancelled.
  if (isMoved) await cancelUnwanted(client, order, payments, order.updatedAt);
  return order;
}

/** COM7a: an unpaid order with the total from the store's own system; paid if the total fell to the received amount. */
function repricedByReport(order: OrderRow, payments: readonly PaymentRow[]): OrderRow {
  const { total, updatedAt } = order;
  if (total === null) return order;
  const moved = applyToOrder(order, (one) =>
    repricedOrder(one, { total, at: updatedAt }, payments.map(toOrderPayment)),
  );
  return { ...moved, ...paymentMembers(moved, payments) };
}

/**
 * COM2: the order of a report and its checkout; a checkout has at most one order. If the checkout's order has no external id yet, it gets
 * the report's. An order with another external id keeps the checkout unless it failed or was cancelled; then the checkout moves to the
 * reported order.
 */
async function findReportedOrder(
  client: Queryable,
  named: OrderRow | undefined,
  { storeId, checkoutId }: ReportedOrder,
): Promise<{ known: OrderRow | undefined; checkoutId: string | null }> {
  if (named?.checkoutId || checkoutId === null) return { known: named, checkoutId: named?.checkoutId ?? null };
  const holder = await orderLockOfCheckout(client, storeId, checkoutId);
  if (!holder) return { known: named, checkoutId };
  if (!named && holder.externalId === null) return { known: holder, checkoutId };
  if (holder.externalId === null || (holder.status !== 'failed' && holder.status !== 'cancelled')) {
    return { known: named, checkoutId: null };
  }
  await orderUpdate(client, { ...holder, checkoutId: null });
  return { known: named, checkoutId };
}

const newReportedOrder = ({ storeId, order, at }: ReportedOrder): OrderRow => ({
  ...blankOrder,
  orderId: newId(storeId),
  storeId,
  externalId: order.id,
  // The status at time 0 is replaced by any report.
  statusAt: 0,
  createdAt: at,
  updatedAt: at,
});

/** A report newer than the order replaces its members; an older one only fills missing members. */
function applyReportedOrder(known: OrderRow, report: ReportedOrder): OrderRow {
  const { order, data, at } = report;
  const isNewest = at >= known.updatedAt;
  const one = <T>(before: T | null, now: T | null | undefined): T | null =>
    isNewest ? (now ?? before) : (before ?? now ?? null);
  const both = (merge: typeof mergeDetails, before: unknown, now: unknown) =>
    isNewest ? merge(before, now) : merge(now, before);
  const details = {
    ...known,
    number: one(known.number, order.number),
    paymentMethod: one(known.paymentMethod, order.payment_method),
    subtotal: one(known.subtotal, order.subtotal),
    discount: one(known.discount, order.discount),
    shippingPrice: one(known.shippingPrice, data.shipping?.price),
    total: one(known.total, order.total),
    reportedTotal: one(known.reportedTotal, order.total),
    customer: both(mergeDetails, known.customer, data.customer),
    items: one(known.items, order.items),
    shipping: both(mergeDetails, known.shipping, data.shipping),
    payment: both(mergePayment, known.payment, data.payment),
    tracking: both(mergeTracking, known.tracking, data.tracking),
    createdAt: Math.min(known.createdAt, order.created_at ? Date.parse(order.created_at) : at, at),
    updatedAt: Math.max(known.updatedAt, at),
  };
  return { ...details, ...statusAfter(details, report) };
}

/**
 * COM7a: if the store's own system reports the order as paid, the money received so far counts as the whole price. Later money exceeds it
 * and becomes visible.
 */
function acceptedAfter(known: OrderRow, after: OrderRow, payments: readonly PaymentRow[]): OrderRow['accepted'] {
  if (after.status !== 'paid') return null;
  if (known.status !== 'paid') return receivedAmount(payments.map(toOrderPayment));
  return acceptedAfterReport(known, after.total);
}

/** The order status that each event type implies if the event contains none. */
const implied: Partial<Record<EventType, OrderStatus>> = {
  'pix.generated': 'pending',
  'boleto.generated': 'pending',
  'payment.confirmed': 'paid',
  'payment.failed': 'failed',
};

/** COM6: `payment.confirmed` means paid and `payment.failed` means failed, whatever `order.status` is. */
function reportedStatus({ type, order }: ReportedOrder): OrderStatus | undefined {
  const isOutcome = type === 'payment.confirmed' || type === 'payment.failed';
  return (isOutcome ? undefined : orderStatusOf(order.status ?? '')) ?? (type === null ? undefined : implied[type]);
}

function statusAfter(order: OrderRow, report: ReportedOrder): Partial<OrderRow> {
  const status = reportedStatus(report);
  const word = report.order.status ?? null;
  if (status === undefined) return { rawStatus: order.rawStatus ?? word };
  const after = applyOrderUpdate({ ...order, at: order.statusAt }, { status, at: report.at }, pixExpiryOf(order));
  const holds = after.status === status && after.at === report.at;
  return {
    status: after.status,
    statusAt: after.at,
    paidAt: after.paidAt,
    paidLate: after.paidLate,
    rawStatus: holds ? (word ?? (status === order.status ? order.rawStatus : null)) : order.rawStatus,
  };
}

/** COM7: the expiry of the order's PIX; null: unknown, or the order is paid by another method. */
function pixExpiryOf({ payment, paymentMethod }: OrderRow): number | null {
  const pix = payment?.['pix'] as { expires_at?: string } | null | undefined;
  const isPix = paymentMethod === null || paymentMethod.toLowerCase() === 'pix';
  return isPix && typeof pix?.expires_at === 'string' ? Date.parse(pix.expires_at) : null;
}

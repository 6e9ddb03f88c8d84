// Writes a locked order and what follows it: its checkout, its events, and the cancellation of payments that are not wanted any more.
// Lock order: the checkout, then its order.
import { isOpenPayment, isUnwanted } from '@retoma/commerce';
import { auditAs, type Actor } from '../../members/audit/audit-log.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { checkoutLock } from '../checkouts/queries/checkouts.ts';
import { checkoutUpdateFromOrder, orderFind, orderLockById, orderUpdate, type OrderRow } from './queries/orders.ts';
import { paymentRequestCancel, type PaymentRow } from './queries/payments.ts';
import { recordEvents, type OrderEvent } from '../events/build-event.ts';

/** Locks an order of a store, and its checkout before it; undefined: the store has no such order. */
export async function lockOrder(client: Queryable, storeId: string, orderId: string): Promise<OrderRow | undefined> {
  const order = await orderFind(client, storeId, orderId);
  if (!order) return undefined;
  if (order.checkoutId !== null) await checkoutLock(client, storeId, order.checkoutId);
  return orderLockById(client, orderId);
}

/** Writes a locked order, its checkout's state and its events. */
export async function writeOrder(client: Queryable, order: OrderRow, events: readonly OrderEvent[]): Promise<void> {
  await orderUpdate(client, order);
  await updateCheckoutState(client, order);
  await recordEvents(client, order, events);
}

/** COM5: updates the state of an order's checkout, if it has one. */
export async function updateCheckoutState(client: Queryable, { checkoutId, status }: OrderRow): Promise<void> {
  if (checkoutId !== null) await checkoutUpdateFromOrder(client, { checkoutId, status });
}

/**
 * COM7a: marks the open payments of an order that must not be paid any more as to be cancelled, in the transaction of the change.
 * `payments`: the current payments of the order. Returns the newly marked ids. The caller cancels them at their providers after the
 * commit, and pollPayments repeats it until each has an end state.
 */
export async function cancelUnwanted(
  client: Queryable,
  order: OrderRow,
  payments: readonly PaymentRow[],
  at: number,
): Promise<string[]> {
  const unwanted = payments.filter(
    (payment) => payment.cancelRequestedAt === null && isUnwanted(payment, order, payments),
  );
  if (unwanted.length === 0) return [];
  const ids = unwanted.map(({ paymentId }) => paymentId);
  return paymentRequestCancel(client, ids, at);
}

/** COM24: marks all open payments of the previous shopper to be cancelled. Returns the newly marked ids. */
export async function cancelOpen(client: Queryable, payments: readonly PaymentRow[], at: number): Promise<string[]> {
  const open = payments.filter((payment) => isOpenPayment(payment) && payment.cancelRequestedAt === null);
  if (open.length === 0) return [];
  return paymentRequestCancel(
    client,
    open.map(({ paymentId }) => paymentId),
    at,
  );
}

/** AUT6, AUT8: audits a refund by a user or a key, and queues the e-mails to the owners, in the transaction of `client`. */
export function auditRefund(client: Queryable, order: OrderRow, actor: Actor, at: number): Promise<void> {
  const { storeId, number: detail } = order;
  return auditAs({ ...actor, clock: () => at })(client, { storeId, action: 'order_refunded', detail });
}

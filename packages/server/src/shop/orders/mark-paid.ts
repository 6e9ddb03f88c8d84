import {
  acceptedOrder,
  dueAmount,
  missingAmount,
  receivedAmount,
  type Cents,
  type PayableOrder,
} from '@retoma/commerce';
import type { Audit } from '../../http/audit-actions.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import type { OrderRow } from './queries/orders.ts';
import { blankPayment, paymentInsert, paymentList, paymentUpdate, type PaymentRow } from './queries/payments.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { newId } from '../../base/ids.ts';
import { applyToOrder, orderAfter, paymentAfter, toOrderPayment } from './order-rules.ts';
import { cancelUnwanted, lockOrder, writeOrder } from './write-order.ts';
import { pollNow } from './payments/poll-payments.ts';
import type { OrderDeps } from './order-deps.ts';
import { confirmation, toEventPayment } from '../events/build-event.ts';

/** The result of marking an order paid. */
export type MarkedPaid = { ok: true } | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_PAID' };

/**
 * Records that the merchant received money that no provider reports: to the store's own PIX key or by other means, also for a cancelled
 * order (COM7). `paid`: the received amount; undefined: the missing amount. Whatever the amount, the order counts as paid (COM7a), and its
 * open codes are cancelled. With less than the total it stays UNDERPAID until a member accepts that, which is another decision.
 */
export async function markPaid(
  deps: OrderDeps,
  storeId: string,
  orderId: string,
  paid: Cents | undefined,
  audit: Audit<'order_paid'>,
): Promise<MarkedPaid> {
  const { db, clock } = deps;
  const marked = await inTransaction(db, async (client): Promise<MarkedPaid & { unwanted?: string[] }> => {
    const order = await lockOrder(client, storeId, orderId);
    if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
    if (order.status === 'paid') return { ok: false, code: 'ORDER_PAID' };
    // The merchant's decision must be newer than any report of the same instant.
    const at = Math.max(clock(), order.statusAt + 1);
    const payments = await paymentList(client, orderId);
    const amount = paid ?? missingAmount(order, payments);
    const payment = await writeMoney(client, deps, { order, payments, amount, at });
    const others = payments.filter(({ paymentId }) => paymentId !== payment.after.paymentId);
    const now = [payment.after, ...others];
    const moved = orderAfter(order, { ...payment, others }, at);
    const received = receivedAmount(now.map(toOrderPayment));
    const isPaid = moved.status === 'paid';
    const decided = isPaid ? moved : applyToOrder(moved, (one) => declaredPaid(one, received, at));
    await writeOrder(client, decided, [confirmation(decided, now, { at, payment: toEventPayment(payment.after) })]);
    await audit(client, { storeId, action: 'order_paid', orderId, detail: order.number });
    return { ok: true, unwanted: await cancelUnwanted(client, decided, now, at) };
  });
  if (marked.ok && marked.unwanted?.length) await pollNow(deps, marked.unwanted);
  return marked.ok ? { ok: true } : marked;
}

/** COM7a: the order after a member declared it paid. Less than the total is not accepted by that: it stays UNDERPAID. */
function declaredPaid<Order extends PayableOrder>(order: Order, received: Cents, at: number): Order {
  const accepted = acceptedOrder(order, received, at);
  return received < dueAmount(order) ? { ...accepted, accepted: order.accepted } : accepted;
}

type Money = { order: OrderRow; payments: readonly PaymentRow[]; amount: Cents; at: number };

/** Records the money on an open code whose provider reports no payments; otherwise on a new manual payment. */
async function writeMoney(
  client: Queryable,
  { payments: providers }: Pick<OrderDeps, 'payments'>,
  { order, payments, amount, at }: Money,
): Promise<{ before: PaymentRow; after: PaymentRow }> {
  const hasWebhooks: Readonly<Record<string, { hasWebhooks: boolean } | undefined>> = providers;
  const codes = payments.filter(
    ({ state, provider }) =>
      (state === 'pending' || state === 'expired' || state === 'cancelled') &&
      hasWebhooks[provider]?.hasWebhooks === false,
  );
  const code = codes.find((one) => one.amount === amount) ?? codes.find(({ state }) => state === 'pending');
  if (code) {
    const after = paymentAfter(code, { state: 'paid', at, paid: amount }, at);
    await paymentUpdate(client, after);
    return { before: code, after };
  }
  const after = manualPayment(order, amount, at);
  await paymentInsert(client, after);
  return { before: { ...after, state: 'creating', paid: null }, after };
}

/** A payment that the merchant reports, without a provider. */
const manualPayment = ({ storeId, orderId }: OrderRow, amount: Cents, at: number): PaymentRow => ({
  ...blankPayment,
  paymentId: newId(storeId),
  storeId,
  orderId,
  provider: 'manual',
  method: 'manual',
  state: 'paid',
  amount,
  paid: amount,
  stateAt: at,
  createdAt: at,
});

import { acceptedOrder, attentionOf, isFreeUnsigned, receivedAmount } from '@retoma/commerce';
import type { Audit } from '../../http/audit-actions.ts';
import { paymentList } from './queries/payments.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { applyToOrder, paymentMembers, toOrderPayment } from './order-rules.ts';
import { cancelUnwanted, lockOrder, writeOrder } from './write-order.ts';
import { pollNow } from './payments/poll-payments.ts';
import type { OrderDeps } from './order-deps.ts';
import { confirmation } from '../events/build-event.ts';

/** The result. `NOTHING_TO_ACCEPT`: no money was received for the order. */
export type AcceptedOrder = { ok: true } | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_PAID' | 'NOTHING_TO_ACCEPT' };

/**
 * COM7, COM7a: the merchant accepts the received money as the whole price. The order may be underpaid, also because its total was raised
 * after payment; it may be cancelled; or it may be free with unsigned prices. After that it is paid like any other order.
 */
export async function acceptOrder(
  deps: OrderDeps,
  storeId: string,
  orderId: string,
  audit: Audit<'order_accepted'>,
): Promise<AcceptedOrder> {
  const { db, clock } = deps;
  const accepted = await inTransaction(db, async (client): Promise<AcceptedOrder & { unwanted?: string[] }> => {
    const order = await lockOrder(client, storeId, orderId);
    if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
    const payments = await paymentList(client, orderId);
    const isPaid = order.status === 'paid';
    if (isPaid && !attentionOf(order, payments).includes('UNDERPAID')) return { ok: false, code: 'ORDER_PAID' };
    const received = receivedAmount(payments.map(toOrderPayment));
    const isWaiting = order.status === 'processing' && isFreeUnsigned(order);
    if (received === 0 && !isWaiting && !isPaid) return { ok: false, code: 'NOTHING_TO_ACCEPT' };
    const at = Math.max(clock(), order.statusAt + 1);
    const moved = { ...applyToOrder(order, (one) => acceptedOrder(one, received, at)), updatedAt: at };
    const decided = { ...moved, ...paymentMembers(moved, payments) };
    // If the order was already paid, its confirmation event exists.
    await writeOrder(client, decided, isPaid ? [] : [confirmation(decided, payments, { at })]);
    await audit(client, { storeId, action: 'order_accepted', orderId, detail: order.number });
    return { ok: true, unwanted: await cancelUnwanted(client, decided, payments, at) };
  });
  if (accepted.ok && accepted.unwanted?.length) await pollNow(deps, accepted.unwanted);
  return accepted.ok ? { ok: true } : accepted;
}

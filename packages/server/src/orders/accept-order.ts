import { acceptedOrder, attentionOf, isFreeUnsigned, receivedAmount } from '@retoma/commerce';
import { paymentList } from '../db/queries/orders/payments.ts';
import { inTransaction } from '../db/transaction.ts';
import { cancelUnwanted } from './payments/cancel-payments.ts';
import { checkNow } from './payments/poll-payments.ts';
import type { OrderParts } from './order-deps.ts';
import { lockOrder, movedOrder, movesBy, paymentMembers, writeOrder } from './payments/record-payment.ts';
import { confirmation } from '../events/build-event.ts';

/** The result. `NOTHING_TO_ACCEPT`: no money came for the order. */
export type AcceptedOrder = { ok: true } | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_PAID' | 'NOTHING_TO_ACCEPT' };

/**
 * COM7, COM7a: the merchant takes what came for an order for the whole: less than its total, which may have been raised after it was paid;
 * money of an order that was cancelled; or nothing for one that costs nothing by prices that no server vouched for. From then on it is
 * paid like any other.
 */
export async function acceptOrder(parts: OrderParts, storeId: string, orderId: string): Promise<AcceptedOrder> {
  const { db, clock } = parts;
  const accepted = await inTransaction(db, async (client): Promise<AcceptedOrder & { unwanted?: string[] }> => {
    const order = await lockOrder(client, storeId, orderId);
    if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
    const payments = await paymentList(client, orderId);
    const isPaid = order.status === 'paid';
    if (isPaid && !attentionOf(order, payments).includes('UNDERPAID')) return { ok: false, code: 'ORDER_PAID' };
    const received = receivedAmount(payments.map(movesBy));
    const isWaiting = order.status === 'processing' && isFreeUnsigned(order);
    if (received === 0 && !isWaiting && !isPaid) return { ok: false, code: 'NOTHING_TO_ACCEPT' };
    const at = Math.max(clock(), order.statusAt + 1);
    const moved = { ...movedOrder(order, (one) => acceptedOrder(one, received, at)), updatedAt: at };
    const decided = { ...moved, ...paymentMembers(moved, payments) };
    // That a paid order is paid was announced before.
    await writeOrder(client, decided, isPaid ? [] : [confirmation(decided, payments, { at })]);
    return { ok: true, unwanted: await cancelUnwanted(client, decided, payments, at) };
  });
  if (accepted.ok && accepted.unwanted?.length) await checkNow(parts, accepted.unwanted);
  return accepted.ok ? { ok: true } : accepted;
}

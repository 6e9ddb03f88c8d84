import { cancelledOrder } from '@retoma/commerce';
import { orderFind } from '../db/queries/orders/orders.ts';
import { paymentList } from '../db/queries/orders/payments.ts';
import { inTransaction } from '../db/transaction.ts';
import { cancelUnwanted } from './payments/cancel-payments.ts';
import { checkNow } from './payments/poll-payments.ts';
import type { OrderParts } from './order-deps.ts';
import { lockOrder, movedOrder, writeOrder } from './payments/record-payment.ts';

/** The result. An order that was paid is given back its money instead. */
export type Cancelled = { ok: true } | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_PAID' | 'ORDER_CANCELLED' };

/**
 * COM4: cancels an order that is not paid. Providers are asked about its payments first, so that no order is cancelled whose money has
 * come. Then its open codes are cancelled (COM7a); money that comes all the same waits for a person (COM7).
 */
export async function cancelOrder(parts: OrderParts, storeId: string, orderId: string): Promise<Cancelled> {
  const { db, clock } = parts;
  if (!(await orderFind(db, storeId, orderId))) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const unpaid = (await paymentList(db, orderId)).filter(({ pollAt }) => pollAt !== null);
  await checkNow(
    parts,
    unpaid.map(({ paymentId }) => paymentId),
  );
  const cancelled = await inTransaction(db, async (client): Promise<Cancelled & { unwanted?: string[] }> => {
    const order = (await lockOrder(client, storeId, orderId))!;
    if (order.status === 'paid') return { ok: false, code: 'ORDER_PAID' };
    if (order.status === 'cancelled') return { ok: false, code: 'ORDER_CANCELLED' };
    const at = Math.max(clock(), order.statusAt);
    const closed = { ...movedOrder(order, (one) => cancelledOrder(one, at)), updatedAt: at };
    await writeOrder(client, closed, []);
    return { ok: true, unwanted: await cancelUnwanted(client, closed, await paymentList(client, orderId), at) };
  });
  if (cancelled.ok && cancelled.unwanted?.length) await checkNow(parts, cancelled.unwanted);
  return cancelled.ok ? { ok: true } : cancelled;
}

import { cancelledOrder } from '@retoma/commerce';
import type { Audit } from '../audit/audit-log.ts';
import { orderFind } from '../db/queries/orders/orders.ts';
import { paymentList } from '../db/queries/orders/payments.ts';
import { inTransaction } from '../db/transaction.ts';
import { applyToOrder } from './order-rules.ts';
import { cancelUnwanted, lockOrder, writeOrder } from './write-order.ts';
import { pollNow } from './payments/poll-payments.ts';
import type { OrderParts } from './order-deps.ts';

/** The result. A paid order is refunded instead of cancelled. */
export type Cancelled = { ok: true } | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_PAID' | 'ORDER_CANCELLED' };

/**
 * COM4: cancels an unpaid order. Its payments are first looked up at their providers, so that an order with received money is not
 * cancelled. Then its open payments are cancelled (COM7a). Money that still arrives stays for the merchant to decide on (COM7).
 */
export async function cancelOrder(
  parts: OrderParts,
  storeId: string,
  orderId: string,
  audit: Audit<'order_cancelled'>,
): Promise<Cancelled> {
  const { db, clock } = parts;
  if (!(await orderFind(db, storeId, orderId))) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const unpaid = (await paymentList(db, orderId)).filter(({ pollAt }) => pollAt !== null);
  await pollNow(
    parts,
    unpaid.map(({ paymentId }) => paymentId),
  );
  const cancelled = await inTransaction(db, async (client): Promise<Cancelled & { unwanted?: string[] }> => {
    const order = (await lockOrder(client, storeId, orderId))!;
    if (order.status === 'paid') return { ok: false, code: 'ORDER_PAID' };
    if (order.status === 'cancelled') return { ok: false, code: 'ORDER_CANCELLED' };
    const at = Math.max(clock(), order.statusAt);
    const closed = { ...applyToOrder(order, (one) => cancelledOrder(one, at)), updatedAt: at };
    await writeOrder(client, closed, []);
    await audit(client, { storeId, action: 'order_cancelled', detail: order.number });
    return { ok: true, unwanted: await cancelUnwanted(client, closed, await paymentList(client, orderId), at) };
  });
  if (cancelled.ok && cancelled.unwanted?.length) await pollNow(parts, cancelled.unwanted);
  return cancelled.ok ? { ok: true } : cancelled;
}

import { cancelledOrder, isFreeUnsigned } from '@retoma/commerce';
import type { Audit } from '../../http/audit-actions.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { orderListFreeWaiting } from './queries/order-listings.ts';
import { orderFind } from './queries/orders.ts';
import { paymentList } from './queries/payments.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { Clock } from '../../base/clock.ts';
import { applyToOrder } from './order-rules.ts';
import { cancelUnwanted, lockOrder, writeOrder } from './write-order.ts';
import { pollNow } from './payments/poll-payments.ts';
import type { OrderDeps } from './order-deps.ts';

/** The result. A paid order is refunded instead of cancelled. */
export type Cancelled = { ok: true } | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_PAID' | 'ORDER_CANCELLED' };

/**
 * COM4: cancels an unpaid order. Its payments are first looked up at their providers, so that an order with received money is not
 * cancelled. Then its open payments are cancelled (COM7a). Money that still arrives stays for the merchant to decide on (COM7).
 */
export async function cancelOrder(
  deps: OrderDeps,
  storeId: string,
  orderId: string,
  audit: Audit<'order_cancelled'>,
): Promise<Cancelled> {
  const { db, clock } = deps;
  if (!(await orderFind(db, storeId, orderId))) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const unpaid = (await paymentList(db, orderId)).filter(({ pollAt }) => pollAt !== null);
  await pollNow(
    deps,
    unpaid.map(({ paymentId }) => paymentId),
  );
  const cancelled = await inTransaction(db, async (client): Promise<Cancelled & { unwanted?: string[] }> => {
    const order = (await lockOrder(client, storeId, orderId))!;
    if (order.status === 'paid') return { ok: false, code: 'ORDER_PAID' };
    if (order.status === 'cancelled') return { ok: false, code: 'ORDER_CANCELLED' };
    const at = Math.max(clock(), order.statusAt);
    const closed = { ...applyToOrder(order, (one) => cancelledOrder(one, at)), updatedAt: at };
    await writeOrder(client, closed, []);
    await audit(client, { storeId, action: 'order_cancelled', orderId, detail: order.number });
    return { ok: true, unwanted: await cancelUnwanted(client, closed, await paymentList(client, orderId), at) };
  });
  if (cancelled.ok && cancelled.unwanted?.length) await pollNow(deps, cancelled.unwanted);
  return cancelled.ok ? { ok: true } : cancelled;
}

/** COM7a: how long an order of no cost of an unsigned cart waits for a person, in milliseconds. */
const waitMs = 7 * 24 * 60 * 60_000;

/** COM7a: cancels up to `limit` such orders that no one accepted in that time, so that their coupons are free again. Returns how many it looked at. */
export async function expireFreeOrders({ db, clock }: { db: Database; clock: Clock }, limit: number): Promise<number> {
  const now = clock();
  const found = await orderListFreeWaiting(db, now - waitMs, limit);
  for (const { storeId, orderId } of found) {
    await inTransaction(db, async (client) => {
      const order = await lockOrder(client, storeId, orderId);
      if (order?.status !== 'processing' || !isFreeUnsigned(order) || order.statusAt > now - waitMs) return;
      const closed = { ...applyToOrder(order, (one) => cancelledOrder(one, now)), updatedAt: now };
      await writeOrder(client, closed, []);
      await cancelUnwanted(client, closed, await paymentList(client, orderId), now);
    });
  }
  return found.length;
}

import { cancelledOrder, isFreeUnsigned } from '@retoma/commerce';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import { orderListFreeWaiting } from '../db/queries/orders/order-listings.ts';
import { paymentList } from '../db/queries/orders/payments.ts';
import { inTransaction } from '../db/transaction.ts';
import { applyToOrder } from './order-rules.ts';
import { cancelUnwanted, lockOrder, writeOrder } from './write-order.ts';

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

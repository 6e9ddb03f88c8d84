import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { orderLockMany } from '../orders/queries/orders.ts';
import {
  couponLockOfOrders,
  couponUseKeep,
  couponUseListHeld,
  couponUseRelease,
  couponUseSetUsed,
} from './queries/coupon-uses.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';

/** COM28: how long an order without an open payment keeps its use of a coupon, in milliseconds: long enough for another attempt. */
const heldForMs = 60 * 60_000;

/**
 * COM28: settles up to `limit` held uses: a paid order has used its coupon; an order that has no open payment any more frees it. Returns the
 * number of uses that were looked at.
 */
export async function releaseCoupons({ db, clock }: { db: Database; clock: Clock }, limit: number): Promise<number> {
  const now = clock();
  return inTransaction(db, async (client) => {
    const found = await couponUseListHeld(client, now - heldForMs, limit);
    if (found.length === 0) return 0;
    const orderIds = found.map(({ orderId }) => orderId);
    // An order that is being placed holds its lock; its use is read again after that.
    await orderLockMany(client, orderIds);
    await couponLockOfOrders(client, orderIds);
    const held = await couponUseListHeld(client, now - heldForMs, limit);
    const idsOf = (uses: typeof held): string[] =>
      uses.filter(({ orderId }) => orderIds.includes(orderId)).map(({ orderId }) => orderId);
    await couponUseSetUsed(client, idsOf(held.filter(({ isPaid }) => isPaid)));
    await couponUseRelease(client, idsOf(held.filter(({ isPaid, isOpen }) => !isPaid && !isOpen)));
    await couponUseKeep(client, idsOf(held.filter(({ isPaid, isOpen }) => !isPaid && isOpen)), now);
    return found.length;
  });
}

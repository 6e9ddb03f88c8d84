import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { eventInsertMany } from '../events/queries/events.ts';
import { reportedCartTake } from './queries/reported-carts.ts';

/**
 * CON17: turns up to `limit` reported carts whose time has passed into `cart.abandoned`, unless their person ordered since, and deletes
 * them, in one transaction. A cart is abandoned once (COM6). Returns the number of carts that were due.
 */
export async function abandonCarts({ db, clock }: { db: Database; clock: Clock }, limit: number): Promise<number> {
  const now = clock();
  return inTransaction(db, async (client) => {
    const due = await reportedCartTake(client, now, limit);
    await eventInsertMany(
      client,
      due
        .filter(({ isLeft }) => isLeft)
        .map(({ storeId, cartToken, data }) => ({
          eventId: newId(storeId),
          storeId,
          type: 'cart.abandoned',
          externalId: null,
          subject: `cart ${cartToken}`,
          orderId: null,
          checkoutId: null,
          occurredAt: now,
          data,
          startsRuns: true,
        })),
    );
    return due.length;
  });
}

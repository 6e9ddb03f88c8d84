// Lock order: the checkouts, in the order of their ids. No other lock is held longer than a statement.
//
// INV1. A checkout is decided under its own lock, by a statement that starts after the lock is granted. Placing an order holds
//     the same lock: a placed order is visible, and one in progress makes the job skip the checkout (COM3).
// INV2. State, shopper and event are written together, and the event once for each checkout, whatever its source (COM6).
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { checkoutLockFree } from './queries/checkouts.ts';
import { eventInsertMany } from '../events/queries/events.ts';
import { shopperAbandon, shopperListDue } from './queries/shoppers.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { newId } from '../../base/ids.ts';
import { leadEvent } from './lead.ts';

/**
 * The result of a batch of up to `limit` checkouts. `looked`: due and not locked by another worker; `abandoned`: how many of them were
 * abandoned (COM3).
 */
export type AbandonBatch = { looked: number; abandoned: number };

/** Abandons the checkouts whose timer is due, without an order in progress or a newer checkout of the same cart (CHK6). */
export async function abandonCheckouts(
  { db, clock }: { db: Database; clock: Clock },
  limit: number,
): Promise<AbandonBatch> {
  const now = clock();
  const due = await shopperListDue(db, now, limit);
  if (due.length === 0) return { looked: 0, abandoned: 0 };
  return inTransaction(db, async (client) => {
    const held = await checkoutLockFree(client, due);
    const left = await shopperAbandon(client, held, now);
    await eventInsertMany(
      client,
      left.map((lead) =>
        leadEvent(
          'cart.abandoned',
          { ...lead, customer: lead.customer ?? '{}' },
          { eventId: newId(lead.storeId), at: now },
        ),
      ),
    );
    return { looked: held.length, abandoned: left.length };
  });
}

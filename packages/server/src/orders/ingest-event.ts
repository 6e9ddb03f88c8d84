import type { EventData, StoreEvent } from '@retoma/commerce';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../db/pool.ts';
import { checkoutLock } from '../db/queries/checkouts/checkouts.ts';
import { eventFindSame, eventInsertMany, eventSubjectExists, leadEventFind } from '../db/queries/events/events.ts';
import { orderFindCheckout, orderIsUnderWay, type OrderRow } from '../db/queries/orders/orders.ts';
import { inTransaction } from '../db/transaction.ts';
import { shipmentSubject, subjectOf } from '../events/deduplication-key.ts';
import { isId, newId } from '../platform/ids.ts';
import { recordOrderUpdate } from './record-order-update.ts';

// Who locks what: first the checkout, then the order, then the event under its external id and its subject. Any other code that
// takes several of these must take them in this order.
//
// INV1. An event and the change it reports are written together or not at all (COM6).
// INV2. A repeat, in whatever envelope, changes nothing.

/** The id of the event, and whether it had been taken before. */
export type IngestedEvent = { ok: true; eventId: string; duplicate: boolean };

/** COM6: takes a checked event of a store's own system. */
export async function takeEvent(
  { db, clock }: { db: Database; clock: Clock },
  storeId: string,
  event: StoreEvent,
): Promise<IngestedEvent> {
  const { type, data } = event;
  // A clock that runs ahead must not produce a state that later reports cannot change.
  const at = Math.min(Date.parse(event.occurred_at), clock());
  return inTransaction(db, async (client) => {
    const checkoutId = await lockedCheckout(client, storeId, data);
    const leadEventId = type === 'lead.created' && checkoutId && (await leadEventFind(client, checkoutId));
    if (leadEventId) return { ok: true, eventId: leadEventId, duplicate: true };
    const order = data.order
      ? await recordOrderUpdate(client, { storeId, type, order: data.order, data, checkoutId, at })
      : null;
    const key = { storeId, type, externalId: event.id, subject: subjectOf(event, order?.orderId ?? null) };
    const eventId = newId();
    const stored = await eventInsertMany(client, [
      {
        ...key,
        eventId,
        orderId: order?.orderId ?? null,
        checkoutId: checkoutId ?? order?.checkoutId ?? null,
        occurredAt: at,
        data: JSON.stringify(data),
        startsRuns: await isStillSo(client, event, order, checkoutId),
      },
    ]);
    if (stored.has(eventId)) return { ok: true, eventId, duplicate: false };
    await client.query('rollback and chain'); // INV2: undoes what was written into the order
    return { ok: true, eventId: (await eventFindSame(client, key))!, duplicate: true };
  });
}

/**
 * The checkout of this store that was named, locked; null where it has none of that id. That of the order is locked too, since it
 * follows the order (COM5); many in the order of their ids.
 */
async function lockedCheckout(client: Queryable, storeId: string, data: EventData): Promise<string | null> {
  const named = data.checkout_id && isId(data.checkout_id) ? data.checkout_id.toLowerCase() : null;
  const linked = data.order ? await orderFindCheckout(client, storeId, data.order.id) : null;
  const ids = [...new Set([named, linked])].filter((id) => id !== null).sort();
  const found = new Set<string>();
  for (const id of ids) if (await checkoutLock(client, storeId, id)) found.add(id);
  return named !== null && found.has(named) ? named : null;
}

/** COM6: false where the truth is beyond what the event says, so that no payment that was made is asked for, and no shipment announced twice. */
async function isStillSo(
  client: Queryable,
  { type, data }: StoreEvent,
  order: OrderRow | null,
  checkoutId: string | null,
): Promise<boolean> {
  switch (type) {
    case 'pix.generated':
    case 'boleto.generated':
    case 'payment.failed':
      return order?.status !== 'paid' && order?.status !== 'cancelled';
    case 'payment.confirmed':
      return order?.status === 'paid';
    case 'cart.abandoned':
      return order?.status !== 'paid' && !(checkoutId && (await orderIsUnderWay(client, checkoutId)));
    case 'tracking_code_updated':
      // Another status of a shipment is recorded, and is not announced again.
      return !(
        order && (await eventSubjectExists(client, order.orderId, shipmentSubject(order.orderId, data.tracking)))
      );
    case 'lead.created':
      return true;
  }
}

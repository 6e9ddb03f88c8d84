import { orderName, type EventData, type StoreEvent } from '@retoma/commerce';
import type { Clock } from '../../base/clock.ts';
import type { Database, Queryable } from '../../base/postgres/pool.ts';
import { checkoutLock } from '../checkouts/queries/checkouts.ts';
import {
  eventFindSame,
  eventInsertMany,
  eventPixSubjects,
  eventSubjectExists,
  leadEventFind,
} from '../events/queries/events.ts';
import { orderFindCheckout, orderIsUnderWay, type OrderRow } from './queries/orders.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { pixPageSubject, shipmentSubject, subjectOf } from '../events/build-event.ts';
import { orderAliasInsert, orderExistsSince, platformOrderFind } from '../connectors/queries/known-orders.ts';
import { personKeysIn } from '../events/person-keys.ts';
import { isId, newId } from '../../base/ids.ts';
import { recordOrderUpdate } from './record-order-update.ts';

// Lock order: the checkout, then the order, then the event with its external id and subject. All code that takes several of these
// locks must use this order.
//
// INV1. An event and the change it reports are written together or not at all (COM6).
// INV2. A repeated event changes nothing, even in another envelope.

/** The id of the event. `duplicate`: whether it was ingested before. */
export type IngestedEvent = { ok: true; eventId: string; duplicate: boolean };

/** COM6: ingests a validated event of a store's own system. */
export async function ingestEvent(
  { db, clock }: { db: Database; clock: Clock },
  storeId: string,
  received: StoreEvent,
): Promise<IngestedEvent> {
  return inTransaction(db, async (client) =>
    ingestEventIn(client, { storeId, now: clock() }, await withPlatformOrder(client, storeId, received)),
  );
}

/** CON3: an event with the external id of an order that a connection reported first. */
async function withPlatformOrder(client: Queryable, storeId: string, event: StoreEvent): Promise<StoreEvent> {
  const { order } = event.data;
  if (!order) return event;
  const plainId = orderName(order.id);
  const total = order.total ?? null;
  const known = await platformOrderFind(client, storeId, { plainId, total, ...personKeysIn(event.data) });
  if (!known || known.externalId === null) return event;
  await orderAliasInsert(client, storeId, { externalId: plainId, orderId: known.orderId });
  return { ...event, data: { ...event.data, order: { ...order, id: known.externalId } } };
}

/** The store of a report, and the present. `isHistory`: it starts no automation (CON4). */
type Ingesting = { readonly storeId: string; readonly now: number; readonly isHistory?: boolean };

/** COM6: ingests an event in the transaction of `client`, which is rolled back if the event is a repeated one (INV2). */
export async function ingestEventIn(
  client: Queryable,
  { storeId, now, isHistory = false }: Ingesting,
  received: StoreEvent,
): Promise<IngestedEvent> {
  const event = withOrderNames(received);
  const { type, data } = event;
  // If the store's clock runs ahead, later reports must still be able to change the state.
  const at = Math.min(Date.parse(event.occurred_at), now);
  const checkoutId = await lockedCheckout(client, storeId, data);
  const leadEventId = type === 'lead.created' && checkoutId && (await leadEventFind(client, checkoutId));
  if (leadEventId) return { ok: true, eventId: leadEventId, duplicate: true };
  const order = data.order
    ? await recordOrderUpdate(client, { storeId, type, order: data.order, data, checkoutId, at })
    : null;
  const key = { storeId, type, externalId: event.id, subject: subjectOf(event, order?.orderId ?? null) };
  const eventId = newId(storeId);
  const stored = await eventInsertMany(client, [
    {
      ...key,
      eventId,
      orderId: order?.orderId ?? null,
      checkoutId: checkoutId ?? order?.checkoutId ?? null,
      occurredAt: at,
      data: JSON.stringify(data),
      startsRuns: !isHistory && (await shouldStartRuns(client, storeId, event, order, checkoutId)),
    },
  ]);
  if (stored.has(eventId)) return { ok: true, eventId, duplicate: false };
  await client.query('rollback and chain'); // INV2: undoes the update of the order
  return { ok: true, eventId: (await eventFindSame(client, key))!, duplicate: true };
}

/** CON2: writes the state of an order of which there is no event. `occurredAt`: milliseconds since 1970. */
export async function ingestOrderIn(
  client: Queryable,
  { storeId, now }: Ingesting,
  { data, occurredAt }: { data: EventData & { order: NonNullable<EventData['order']> }; occurredAt: number },
): Promise<OrderRow> {
  const order = namedOrder(data.order);
  const checkoutId = await lockedCheckout(client, storeId, { ...data, order });
  return recordOrderUpdate(client, { storeId, type: null, order, data, checkoutId, at: Math.min(occurredAt, now) });
}

/** The event with its order's id and number as they are looked for. */
function withOrderNames(event: StoreEvent): StoreEvent {
  const { order } = event.data;
  return order ? { ...event, data: { ...event.data, order: namedOrder(order) } } : event;
}

const namedOrder = <Order extends NonNullable<EventData['order']>>(order: Order): Order => ({
  ...order,
  id: orderName(order.id),
  ...(order.number && { number: orderName(order.number) }),
});

/**
 * Locks the named checkout of this store; null: there is none. The order's checkout is locked too, since it follows the order (COM5).
 * Checkouts are locked in the order of their ids.
 */
async function lockedCheckout(client: Queryable, storeId: string, data: EventData): Promise<string | null> {
  const named = data.checkout_id && isId(data.checkout_id) ? data.checkout_id.toLowerCase() : null;
  const linked = data.order ? await orderFindCheckout(client, storeId, data.order.id) : null;
  const ids = [...new Set([named, linked])].filter((id) => id !== null).sort();
  const found = new Set<string>();
  for (const id of ids) if (await checkoutLock(client, storeId, id)) found.add(id);
  return named !== null && found.has(named) ? named : null;
}

/**
 * COM6: whether the event starts runs. False if the order is already past the reported change: no payment is requested that was made, and
 * no shipment is announced twice.
 */
async function shouldStartRuns(
  client: Queryable,
  storeId: string,
  event: StoreEvent,
  order: OrderRow | null,
  checkoutId: string | null,
): Promise<boolean> {
  const { type, data } = event;
  switch (type) {
    case 'pix.generated':
      return (
        order?.status !== 'paid' && order?.status !== 'cancelled' && !(await isCodeOfKnownPage(client, data, order))
      );
    case 'boleto.generated':
    case 'payment.failed':
      return order?.status !== 'paid' && order?.status !== 'cancelled';
    case 'payment.confirmed':
      return order?.status === 'paid';
    case 'cart.abandoned':
      return order?.status !== 'paid' && !(await isOrdered(client, storeId, event, checkoutId));
    case 'tracking_code_updated':
      // Another status of the same shipment is recorded but not announced again.
      return !(
        order && (await eventSubjectExists(client, order.orderId, shipmentSubject(order.orderId, data.tracking)))
      );
    case 'lead.created':
      return true;
  }
}

/** COM6: whether the PIX code is the first one of a page that was reported before it. */
async function isCodeOfKnownPage(client: Queryable, { payment }: EventData, order: OrderRow | null): Promise<boolean> {
  const { payload, url } = payment?.pix ?? {};
  if (!payload || !url || !order) return false;
  const subjects = await eventPixSubjects(client, order.orderId);
  return subjects.length === 1 && subjects[0] === pixPageSubject(order.orderId, url);
}

/** COM3, CON8: whether a checkout has an order that may be paid, or the person of a cart without a checkout has ordered since. */
async function isOrdered(
  client: Queryable,
  storeId: string,
  { data, occurred_at }: StoreEvent,
  checkoutId: string | null,
): Promise<boolean> {
  if (checkoutId !== null) return orderIsUnderWay(client, checkoutId);
  return orderExistsSince(client, storeId, { ...personKeysIn(data), since: Date.parse(occurred_at) });
}

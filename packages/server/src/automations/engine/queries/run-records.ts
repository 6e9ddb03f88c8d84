import { uuidArray } from '../../../base/postgres/driver/binary-array.ts';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRows } from '../../../base/postgres/query.ts';

/** The records of a run: its event as it was reported, and the current order, checkout and shopper. */
export type RunRecords = {
  event: EventRecord;
  order: OrderRecord | null;
  checkout: CheckoutRecord | null;
  shopper: ShopperRecord | null;
};

/** A stored event. `occurredAt` in milliseconds; `checkoutId` is the event's checkout, else its order's; `data` is JSON text. */
export type EventRecord = {
  eventId: string;
  storeId: string;
  type: string;
  orderId: string | null;
  checkoutId: string | null;
  occurredAt: number;
  data: string;
};

/** The current order. Amounts in cents; `customer`, `items`, `shipping`, `payment` and `tracking` are JSON text. */
export type OrderRecord = {
  orderId: string;
  storeId: string;
  externalId: string | null;
  checkoutId: string | null;
  number: string | null;
  status: string;
  paymentMethod: string | null;
  currency: string;
  subtotal: number | null;
  discount: number | null;
  shippingPrice: number | null;
  total: number | null;
  customer: string | null;
  items: string | null;
  shipping: string | null;
  payment: string | null;
  tracking: string | null;
  /** Number of the buyer's orders at the store, including this one, at most 1,000; 0: the buyer is unknown. */
  ordersOfBuyer: number;
  paidAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The current checkout. Amounts in cents; `request` is the JSON text of its request. */
export type CheckoutRecord = {
  checkoutId: string;
  cartToken: string;
  state: string;
  subtotal: number;
  discount: number;
  total: number;
  /** CHK11: whether a server signed it. */
  signed: boolean;
  request: string;
  createdAt: Date;
  /** COM1, COM3: when the lead was captured, and when the checkout was abandoned. */
  capturedAt: Date | null;
  abandonedAt: Date | null;
};

/** The current shopper of a checkout whose page was opened. `customer`, `address` and `browser` are JSON text. */
export type ShopperRecord = {
  customer: string | null;
  address: string | null;
  browser: string | null;
  activeAt: Date;
};

/** The locking clause of the statements over checkouts and orders, and the suffix of the statements' names. */
type Reading = { readonly name: 'lock' | 'look'; readonly ending: '' | 'for share' };

const locking: Reading = { name: 'lock', ending: 'for share' };
const looking: Reading = { name: 'look', ending: '' };

// Each statement selects by keys only, and the code joins the results. A join of a thousand events to a thousand checkouts took PostgreSQL
// ten times as long as everything else, because hash joins are disabled (open-engine.ts).
const eventsRead = (from: 'events' | 'store_events'): string => `
  select event_id as "eventId", store_id as "storeId", type, order_id as "orderId", ${milliseconds('occurred_at')} as "occurredAt", data::text as data,
    case when checkout_id is not null then checkout_id
      when order_id is not null then (
        select o.checkout_id from orders o where o.order_id = e.order_id and o.store_id = e.store_id)
    end as "checkoutId"
  from ${from} e where event_id = any($1::uuid[]) order by event_id`;

const checkoutsNamed = (ending: string): string => `
  select checkout_id as "checkoutId", store_id as "storeId", cart_token as "cartToken", state, subtotal_cents as subtotal,
    discount_cents as discount, total_cents as total, signed, request, created_at as "createdAt",
    captured_at as "capturedAt", abandoned_at as "abandonedAt"
  from checkouts where checkout_id = any($1::uuid[]) order by checkout_id ${ending}`;

const ordersNamedOrHeld = (ending: string): string => `
  select order_id as "orderId", store_id as "storeId", external_id as "externalId", checkout_id as "checkoutId", number, status,
    payment_method as "paymentMethod", currency, subtotal_cents as subtotal, discount_cents as discount,
    shipping_cents as "shippingPrice", total_cents as total, customer::text as customer, items::text as items,
    shipping::text as shipping, payment::text as payment, tracking::text as tracking, paid_at as "paidAt",
    created_at as "createdAt", updated_at as "updatedAt",
    (select count(*)::int from (
       select from orders o where o.store_id = orders.store_id and o.buyer = orders.buyer limit 1000) theirs) as "ordersOfBuyer"
  from orders
  where order_id = any($1::uuid[] || array(select o.order_id from orders o where o.checkout_id = any($2::uuid[])))
  order by order_id ${ending}`;

const shoppersOfHeld = `
  select checkout_id as "checkoutId", customer::text as customer, address::text as address, browser::text as browser,
    active_at as "activeAt"
  from shoppers where checkout_id = any($1::uuid[])`;

/**
 * The records of many runs at once, in the order of `eventIds`; null for an id without an event. An event's checkout is the one it names,
 * else its order's; its order is the one it names, else its checkout's. Records of another store are left out.
 *
 * Checkouts and orders stay locked `for share` until the transaction of `client` ends, so what was read stays true while the caller acts on
 * it; other readers are not blocked. If a transaction is committing a payment, it holds the rows; this waits for it and then sees the
 * payment. That also holds for the first order of a checkout, which has no row to wait for yet, because
 *
 * 1. every writer of a checkout's order locks that checkout first, and
 * 2. a second statement reads the orders, with a snapshot taken after the checkouts are locked: a single statement would wait for the
 *    checkout and then not see the order.
 *
 * Every transaction locks checkouts before orders, and rows of one table in the order of their ids, so no deadlock is possible. Writers of
 * a shopper hold the checkout's lock, so shoppers need no lock. Events without order and checkout need the first statement only.
 */
export const runRecordsLock = (client: Queryable, eventIds: readonly string[]): Promise<(RunRecords | null)[]> =>
  readRecords(client, eventIds, locking);

/** The same without locks, for display: each statement reads its own snapshot. */
export const runRecordsRead = (db: Queryable, eventIds: readonly string[]): Promise<(RunRecords | null)[]> =>
  readRecords(db, eventIds, looking);

/** Events by their ids, oldest first; unknown ids are left out. */
export async function eventReadMany(db: Queryable, eventIds: readonly string[]): Promise<EventRecord[]> {
  if (eventIds.length === 0) return [];
  return queryRows(db, { name: 'live-events', text: eventsRead('events'), values: [uuidArray(eventIds)] });
}

/** The same, including the leads without a row in events (COM6), which no run needs. */
const eventLookMany = (db: Queryable, eventIds: readonly string[]): Promise<EventRecord[]> =>
  queryRows(db, { text: eventsRead('store_events'), values: [uuidArray(eventIds)] });

async function readRecords(
  client: Queryable,
  eventIds: readonly string[],
  reading: Reading,
): Promise<(RunRecords | null)[]> {
  const events = await (reading === looking ? eventLookMany : eventReadMany)(client, eventIds);
  const records = events.map((event): RunRecords => ({ event, order: null, checkout: null, shopper: null }));
  await addCheckouts(client, records, reading);
  await addOrders(client, records, reading);
  await addShoppers(client, records);
  const byId = new Map(records.map((found) => [found.event.eventId, found]));
  return eventIds.map((eventId) => byId.get(eventId) ?? null);
}

async function addCheckouts(
  client: Queryable,
  records: readonly RunRecords[],
  { name, ending }: Reading,
): Promise<void> {
  const named = records.filter(({ event }) => event.checkoutId !== null);
  if (named.length === 0) return;
  const rows = await queryRows<CheckoutRecord & { storeId: string }>(client, {
    name: `live-checkouts-${name}`,
    text: checkoutsNamed(ending),
    values: [uuidArray(named.map(({ event }) => event.checkoutId))],
  });
  const byId = new Map(rows.map(({ storeId, ...checkout }) => [checkout.checkoutId, { storeId, checkout }]));
  for (const found of named) {
    const known = byId.get(found.event.checkoutId!);
    if (known?.storeId === found.event.storeId) found.checkout = known.checkout;
  }
}

async function addOrders(client: Queryable, records: readonly RunRecords[], { name, ending }: Reading): Promise<void> {
  const named = records.filter(({ event }) => event.orderId !== null);
  const through = records.filter(({ event, checkout }) => event.orderId === null && checkout !== null);
  if (named.length === 0 && through.length === 0) return;
  const rows = await queryRows<OrderRecord>(client, {
    name: `live-orders-${name}`,
    text: ordersNamedOrHeld(ending),
    values: [
      uuidArray(named.map(({ event }) => event.orderId)),
      uuidArray(through.map(({ checkout }) => checkout!.checkoutId)),
    ],
  });
  const byId = new Map(rows.map((order) => [order.orderId, order]));
  const byCheckout = new Map(rows.map((order) => [order.checkoutId, order]));
  const ofItsStore = (event: EventRecord, order: OrderRecord | undefined): OrderRecord | null =>
    order?.storeId === event.storeId ? order : null;
  for (const found of named) found.order = ofItsStore(found.event, byId.get(found.event.orderId!));
  for (const found of through) found.order = ofItsStore(found.event, byCheckout.get(found.checkout!.checkoutId));
}

async function addShoppers(client: Queryable, records: readonly RunRecords[]): Promise<void> {
  const held = records.filter(({ checkout }) => checkout !== null);
  if (held.length === 0) return;
  const rows = await queryRows<ShopperRecord & { checkoutId: string }>(client, {
    name: 'run-record-shoppers',
    text: shoppersOfHeld,
    values: [uuidArray(held.map(({ checkout }) => checkout!.checkoutId))],
  });
  const byCheckout = new Map(rows.map(({ checkoutId, ...shopper }) => [checkoutId, shopper]));
  for (const found of held) found.shopper = byCheckout.get(found.checkout!.checkoutId) ?? null;
}

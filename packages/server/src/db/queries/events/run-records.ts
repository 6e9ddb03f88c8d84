import { uuidArray } from '../../driver/binary-array.ts';
import { milliseconds } from '../../driver/milliseconds.ts';
import type { Queryable } from '../../pool.ts';

/** The records of a run: its event as it was reported, and the current order, checkout and shopper. */
export type RunRecords = {
  event: EventRecord;
  order: OrderRecord | null;
  checkout: CheckoutRecord | null;
  shopper: ShopperRecord | null;
};

/** An event as it is stored, `occurredAt` in milliseconds; `checkoutId` is the one it names, else its order's; `data` is JSON text. */
export type EventRecord = {
  eventId: string;
  storeId: string;
  type: string;
  orderId: string | null;
  checkoutId: string | null;
  occurredAt: number;
  data: string;
};

/** An order as it is now. Amounts in cents; `customer`, `items`, `shipping`, `payment` and `tracking` are JSON text. */
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
  /** How many orders of its store are by the same person, itself among them, at most 1,000; 0: by an unknown person. */
  ordersOfBuyer: number;
  paidAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** A checkout as it is now. Amounts in cents; `request` is the JSON text it was made from. */
export type CheckoutRecord = {
  checkoutId: string;
  cartToken: string;
  state: string;
  subtotal: number;
  discount: number;
  total: number;
  /** CHK11: whether a server vouched for it. */
  signed: boolean;
  request: string;
  createdAt: Date;
  /** COM1, COM3: since when a lead is known; when it was abandoned. */
  capturedAt: Date | null;
  abandonedAt: Date | null;
};

/** Who is at a checkout since its page was opened, as it is now. `customer`, `address` and `browser` are JSON text. */
export type ShopperRecord = {
  customer: string | null;
  address: string | null;
  browser: string | null;
  activeAt: Date;
};

/** What the rows of checkouts and orders end in, and the last word of the names of their statements. */
type Reading = { readonly name: 'lock' | 'look'; readonly ending: '' | 'for share' };

const locking: Reading = { name: 'lock', ending: 'for share' };
const looking: Reading = { name: 'look', ending: '' };

// Statements by keys alone, put together here: to join a thousand events to a thousand checkouts took PostgreSQL, which must not build
// tables of hashes for it (open-engine.ts), ten times as long as all the rest.
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
 * The records of many runs at once, in the order of their events' ids; null for the id of no event. An event's checkout is the one it
 * names, else its order's; its order is the one it names, else that of its checkout. What belongs to another store is as good as absent.
 *
 * Checkouts and orders stay locked `for share` until the transaction of `client` ends, so that what was read stays true for as long
 * as it is acted upon, while any number of readers read. A payment that is being committed holds its rows, is waited for and then
 * seen. That holds also for the first order of a checkout, which has no row yet to wait for, because
 *
 * 1. every writer of an order of a checkout locks that checkout first, and
 * 2. orders are looked for by a second statement, whose snapshot is taken once the checkouts are locked: one statement for both
 *    would wait for the checkout, and then not see the order.
 *
 * Everyone locks checkouts before orders, many of a kind in the order of their ids, so that no deadlock is possible. Who writes a
 * shopper holds the lock of its checkout, so shoppers need none. Events without order and checkout cost the first statement alone.
 */
export const runRecordsLock = (client: Queryable, eventIds: readonly string[]): Promise<(RunRecords | null)[]> =>
  readRecords(client, eventIds, locking);

/** The same without locks, for display: each statement reads its own snapshot. */
export const runRecordsRead = (db: Queryable, eventIds: readonly string[]): Promise<(RunRecords | null)[]> =>
  readRecords(db, eventIds, looking);

/** Events as they were reported, the oldest first; ids of no event are left out. */
export async function eventReadMany(db: Queryable, eventIds: readonly string[]): Promise<EventRecord[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await db.query<EventRecord>({
    name: 'live-events',
    text: eventsRead('events'),
    values: [uuidArray(eventIds)],
  });
  return rows;
}

/** The same, with the leads that have no row in events (COM6): no run reads those. */
async function eventLookMany(db: Queryable, eventIds: readonly string[]): Promise<EventRecord[]> {
  const { rows } = await db.query<EventRecord>(eventsRead('store_events'), [uuidArray(eventIds)]);
  return rows;
}

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
  return inOrderOf(eventIds, records);
}

/**
 * Of records in the order of their own ids, those of `ids`, in the order of `ids`. They are found by binary search: of every key of a map V8 keeps
 * the text until its next full collection, which took a fortieth of a worker's time.
 */
function inOrderOf(eventIds: readonly string[], records: readonly RunRecords[]): (RunRecords | null)[] {
  const found: (RunRecords | null)[] = [];
  for (const eventId of eventIds) {
    let [from, to] = [0, records.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (records[middle]!.event.eventId < eventId) from = middle + 1;
      else to = middle;
    }
    const record = records[from];
    found.push(record?.event.eventId === eventId ? record : null);
  }
  return found;
}

async function addCheckouts(
  client: Queryable,
  records: readonly RunRecords[],
  { name, ending }: Reading,
): Promise<void> {
  const named = records.filter(({ event }) => event.checkoutId !== null);
  if (named.length === 0) return;
  const { rows } = await client.query<CheckoutRecord & { storeId: string }>({
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
  const { rows } = await client.query<OrderRecord>({
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
  const { rows } = await client.query<ShopperRecord & { checkoutId: string }>({
    name: 'live-shoppers',
    text: shoppersOfHeld,
    values: [uuidArray(held.map(({ checkout }) => checkout!.checkoutId))],
  });
  const byCheckout = new Map(rows.map(({ checkoutId, ...shopper }) => [checkoutId, shopper]));
  for (const found of held) found.shopper = byCheckout.get(found.checkout!.checkoutId) ?? null;
}

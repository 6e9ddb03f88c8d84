import type { Queryable } from '../pool.ts';

/** What a run looks at: its event as it was told, and order and checkout as they are now. */
export type LiveRecords = {
  event: EventRecord;
  order: OrderRecord | null;
  checkout: CheckoutRecord | null;
};

/** An event as it is stored; `checkoutId` is the one it names, else its order's; `data` is JSON text. */
export type EventRecord = {
  eventId: string;
  storeId: string;
  type: string;
  orderId: string | null;
  checkoutId: string | null;
  occurredAt: Date;
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
  request: string;
  createdAt: Date;
};

/** A row of the first statement: an event, and the columns of its checkout, all null where it has none. */
type EventRow = EventRecord & { [Column in keyof CheckoutColumns]: CheckoutColumns[Column] | null };
type CheckoutColumns = Omit<CheckoutRecord, 'checkoutId' | 'createdAt'> & {
  heldId: string;
  checkoutCreatedAt: Date;
};

// A scalar subquery and an array made before the scan, rather than joins: a plan for few rows or for many finds single rows by their
// key, and where there is no key nothing is looked at.
const eventsWithCheckouts = `
  with told as materialized (
    select event_id, store_id, type, order_id, occurred_at, data::text as data,
      case when checkout_id is not null then checkout_id
        when order_id is not null then (
          select o.checkout_id from orders o where o.order_id = events.order_id and o.store_id = events.store_id)
      end as checkout_id
    from events where event_id = any($1::uuid[])),
  held as (
    select checkout_id, store_id, cart_token, state, subtotal_cents, discount_cents, total_cents, request::text as request, created_at
    from checkouts
    where checkout_id = any(array(select checkout_id from told where checkout_id is not null))
    order by checkout_id for share)
  select told.event_id as "eventId", told.store_id as "storeId", told.type, told.order_id as "orderId",
    told.checkout_id as "checkoutId", told.occurred_at as "occurredAt", told.data,
    held.checkout_id as "heldId", held.cart_token as "cartToken", held.state, held.subtotal_cents as subtotal,
    held.discount_cents as discount, held.total_cents as total, held.request, held.created_at as "checkoutCreatedAt"
  from told left join held on held.checkout_id = told.checkout_id and held.store_id = told.store_id`;

const ordersWithNewest = `
  with newest as materialized (
    select (
      select o.order_id from orders o where o.checkout_id = c.checkout_id and o.store_id = c.store_id
      order by o.created_at desc, o.order_id desc limit 1) as order_id
    from unnest($2::uuid[], $3::uuid[]) as c (checkout_id, store_id))
  select order_id as "orderId", store_id as "storeId", external_id as "externalId", checkout_id as "checkoutId", number, status,
    payment_method as "paymentMethod", currency, subtotal_cents as subtotal, discount_cents as discount,
    shipping_cents as "shippingPrice", total_cents as total, customer::text as customer, items::text as items,
    shipping::text as shipping, payment::text as payment, tracking::text as tracking, paid_at as "paidAt",
    created_at as "createdAt", updated_at as "updatedAt",
    order_id in (select order_id from newest where order_id is not null) as "isNewest"
  from orders
  where order_id = any($1::uuid[] || array(select order_id from newest where order_id is not null))
  order by order_id for share`;

/**
 * The records of many runs at once, by event id; ids of no event are left out. An event's checkout is the one it names, else its
 * order's; its order is the one it names, else the newest of its checkout. What belongs to another store is as good as absent.
 *
 * Checkouts and orders stay locked `for share` until the transaction of `client` ends, so that what was read stays true for as long
 * as it is acted upon, while any number of readers read. A payment that is being committed holds its rows, is waited for and then
 * seen. That holds also for the first order of a checkout, which has no row yet to wait for, because
 *
 * 1. whoever writes an order of a checkout locks that checkout first, and
 * 2. orders are looked for by a second statement, whose snapshot is taken once the checkouts are locked: one statement for both
 *    would wait for the checkout, and then not see the order.
 *
 * Everyone locks checkouts before orders, many of a kind in the order of their ids, so that nobody waits in a circle. Events
 * without order and checkout cost the first statement alone, which then looks at neither table.
 */
export async function liveRecordsLock(
  client: Queryable,
  eventIds: readonly string[],
): Promise<Map<string, LiveRecords>> {
  const { rows } = await client.query<EventRow>({
    name: 'live-records-lock',
    text: eventsWithCheckouts,
    values: [eventIds],
  });
  const records = rows.map((row): LiveRecords => ({ event: eventIn(row), order: null, checkout: checkoutIn(row) }));
  await addOrders(client, records);
  return new Map(records.map((found) => [found.event.eventId, found]));
}

async function addOrders(client: Queryable, records: readonly LiveRecords[]): Promise<void> {
  const named = records.filter(({ event }) => event.orderId !== null);
  const through = records.filter(({ event, checkout }) => event.orderId === null && checkout !== null);
  if (named.length === 0 && through.length === 0) return;
  const { rows } = await client.query<OrderRecord & { isNewest: boolean }>({
    name: 'live-orders-lock',
    text: ordersWithNewest,
    values: [
      named.map(({ event }) => event.orderId),
      through.map(({ checkout }) => checkout!.checkoutId),
      through.map(({ event }) => event.storeId),
    ],
  });
  const byId = new Map(rows.map((order) => [order.orderId, order]));
  for (const found of named) {
    const order = byId.get(found.event.orderId!);
    if (order?.storeId === found.event.storeId) found.order = order;
  }
  const byCheckout = new Map(rows.filter(({ isNewest }) => isNewest).map((order) => [order.checkoutId, order]));
  for (const found of through) found.order = byCheckout.get(found.checkout!.checkoutId) ?? null;
}

function eventIn({ eventId, storeId, type, orderId, checkoutId, occurredAt, data }: EventRow): EventRecord {
  return { eventId, storeId, type, orderId, checkoutId, occurredAt, data };
}

/** The columns of the checkout are null together, or none is. */
function checkoutIn(row: EventRow): CheckoutRecord | null {
  if (row.heldId === null) return null;
  const { heldId, cartToken, state, subtotal, discount, total, request, checkoutCreatedAt } = row as CheckoutColumns;
  return { checkoutId: heldId, cartToken, state, subtotal, discount, total, request, createdAt: checkoutCreatedAt };
}

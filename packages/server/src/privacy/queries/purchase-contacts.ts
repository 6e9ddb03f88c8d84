import type { Queryable } from '../../base/postgres/pool.ts';
import { queryRows } from '../../base/postgres/query.ts';
import type { PurchaseIds } from '../../shop/orders/queries/purchase-contacts.ts';

/** A row of a purchase: its links, and the contact that it contains as it is written. */
export type PurchaseContact = {
  checkoutId: string | null;
  orderId: string | null;
  eventId: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  document: string | null;
};

/** The rows of purchases with their contacts; those of orders come first, then what was entered on the page. */
export const purchaseContacts = (
  db: Queryable,
  storeId: string,
  { checkouts, orders, events }: PurchaseIds,
): Promise<PurchaseContact[]> =>
  queryRows(db, {
    name: 'purchase-contacts',
    text: `
      with named as (
        select 1 as place, checkout_id, order_id, null::uuid as event_id, sanitize_json(customer) as person
        from orders where store_id = $1 and order_id = any($3::uuid[])
        union all
        select 2, checkout_id, null, null, sanitize_json(customer)
        from shoppers where store_id = $1 and checkout_id = any($2::uuid[])
        union all
        select 3, checkout_id, null, null, sanitize_json(request::json)->'customer'
        from checkouts where store_id = $1 and checkout_id = any($2::uuid[])
        union all
        select 4, checkout_id, order_id, event_id, person
        from store_events cross join lateral unnest(array[sanitize_json(data)->'customer', sanitize_json(data)->'lead']) person
        where store_id = $1 and event_id = any($4::uuid[]))
      select checkout_id as "checkoutId", order_id as "orderId", event_id as "eventId",
        person->>'name' as name, person->>'email' as email, person->>'phone' as phone, person->>'document' as document
      from named order by place, coalesce(order_id, checkout_id, event_id) desc`,
    values: [storeId, checkouts, orders, events],
  });

/** A purchase for a list. `kind`: an order, a cart without an order, or an event without either. Money in cents. */
export type PurchaseSummary = {
  kind: 'order' | 'cart' | 'event';
  id: string;
  number: string | null;
  status: string;
  cents: number | null;
  at: Date;
};

/** The orders among purchases, the carts without an order, and the events without either. */
export const purchaseSummaries = (
  db: Queryable,
  storeId: string,
  { checkouts, orders, events }: PurchaseIds,
): Promise<PurchaseSummary[]> =>
  queryRows(db, {
    name: 'purchase-summaries',
    text: `
      select 'order' as kind, order_id as id, coalesce(number, external_id) as number, status,
        total_cents as cents, created_at as at
      from orders where store_id = $1 and order_id = any($3::uuid[])
      union all
      select 'cart', c.checkout_id, null, c.state, c.total_cents, c.created_at from checkouts c
      where c.store_id = $1 and c.checkout_id = any($2::uuid[])
        and not exists (select from orders o where o.checkout_id = c.checkout_id)
      union all
      select 'event', event_id, null, type, null, occurred_at from events
      where store_id = $1 and event_id = any($4::uuid[]) and checkout_id is null and order_id is null`,
    values: [storeId, checkouts, orders, events],
  });

/** The number of messages of the runs that each event started. */
export const eventMessageCounts = (
  db: Queryable,
  storeId: string,
  events: readonly string[],
): Promise<{ eventId: string; messages: number }[]> =>
  queryRows(db, {
    name: 'event-message-counts',
    text: `
      select r.event_id as "eventId", count(*)::int as messages
      from runs r join messages m on m.run_id = r.run_id
      where r.store_id = $1 and r.event_id = any($2::uuid[]) and (m.recipient is not null or m.content is not null)
      group by r.event_id`,
    values: [storeId, events],
  });

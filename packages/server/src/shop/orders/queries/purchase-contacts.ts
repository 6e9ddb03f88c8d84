import { orderName, readPhone } from '@retoma/commerce';
import { contactKey } from '../../../base/crypto/contact-hash.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryOne } from '../../../base/postgres/query.ts';

/** The ids of purchases: checkouts, orders, events. */
export type PurchaseIds = {
  readonly checkouts: readonly string[];
  readonly orders: readonly string[];
  readonly events: readonly string[];
};

/** Exact values that identify a purchase: an order's number or a contact key (contact-hash.ts). Null: not searched for. */
type PurchaseName = { readonly number: string | null; readonly email: string | null; readonly phone: string | null };

/** The values that a search may match exactly; `people`: it may match contacts too. Fewer than ten digits do not identify a phone. */
export function purchaseNameIn(search: string, people: boolean): PurchaseName {
  const text = search.trim();
  const isPhone = people && !/[a-z@]/i.test(text) && (readPhone(text)?.digits.length ?? 0) >= 10;
  return {
    number: orderName(text.replace(/^#/, '')),
    email: people ? contactKey('email', text) : null,
    phone: isPhone ? contactKey('phone', text) : null,
  };
}

/** The newest purchases of a store that match a name, at most `limit` of each kind, of any age. Each lookup uses an index. */
export const purchaseNamed = (
  db: Queryable,
  storeId: string,
  { number, email, phone }: PurchaseName,
  limit: number,
): Promise<PurchaseIds> =>
  queryOne(db, {
    name: 'purchase-named',
    text: `
      with ordered as materialized (
        select order_id, checkout_id from orders where store_id = $1 and number = $2
        union select order_id, checkout_id from orders where store_id = $1 and external_id = $2
        union (select order_id, checkout_id from orders where store_id = $1 and buyer = md5($3)::uuid
          order by order_id desc limit $5)
        union (select order_id, checkout_id from orders
          where store_id = $1 and customer is not null and phone_key(sanitize_json(customer)->>'phone') = $4
          order by order_id desc limit $5)),
      visited as materialized (
        (select checkout_id from checkouts where store_id = $1 and email_key = $3
          order by checkout_id desc limit $5)
        union (select checkout_id from checkouts where store_id = $1 and phone_key = $4
          order by checkout_id desc limit $5)
        union select checkout_id from ordered where checkout_id is not null),
      bought as (
        select order_id from ordered
        union select o.order_id from visited v join orders o on o.checkout_id = v.checkout_id),
      happened as (
        select e.event_id from bought b join events e on e.order_id = b.order_id
        union select e.event_id from visited v join store_events e on e.checkout_id = v.checkout_id
        union (select event_id from events
          where store_id = $1 and email_key = $3 order by event_id desc limit $5)
        union (select event_id from events
          where store_id = $1 and phone_key = $4 order by event_id desc limit $5))
      select array(select order_id from bought order by 1 desc limit $5) as orders,
        array(select checkout_id from visited order by 1 desc limit $5) as checkouts,
        array(select event_id from happened order by 1 desc limit $5) as events`,
    values: [storeId, number, email, phone, limit],
  });

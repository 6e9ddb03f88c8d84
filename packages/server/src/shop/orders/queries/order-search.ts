import { highestId } from '../../../base/ids.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryColumn, queryRows } from '../../../base/postgres/query.ts';
import { foldedSql } from '../../../base/postgres/search-text.ts';

/** What may identify orders of any age; null: not searched for. */
export type OrderClues = {
  /** The beginning of the customer's name, as `fold` writes it. */
  name: string | null;
  /** A CPF or CNPJ without punctuation. */
  document: string | null;
  /** The id of an order, of a payment of ours, or of one at its provider. */
  reference: string | null;
};

const reportedName = `sanitize_json(customer)->>'name'`;
/** The expression of the index `orders_name`. */
const nameKey = `left(${foldedSql(reportedName)}, 60) collate "C"`;
/** Sorts after every text with the same beginning. */
const last = '\u{10ffff}';

/** The orders of a store by what identifies them, at most `limit` for each clue. `isByName`: by nothing but the name. Each lookup uses an index. */
export const orderIdsByClues = (
  db: Queryable,
  storeId: string,
  { name, document, reference }: OrderClues,
  limit: number,
): Promise<{ orderId: string; isByName: boolean }[]> =>
  queryRows(db, {
    text: `select order_id as "orderId", bool_and(is_name) as "isByName" from (
      (select order_id, true as is_name from orders
         where store_id = $1 and ${reportedName} is not null and ${nameKey} >= $2 and ${nameKey} < $3 limit $6)
      union all (select order_id, false from orders
         where store_id = $1 and document_key(sanitize_json(customer)->>'document') = $4 limit $6)
      union all select order_id, false from orders where store_id = $1 and order_id = case when $5 ~* $7 then $5::uuid end
      union all select order_id, false from payments where store_id = $1 and payment_id = case when $5 ~* $7 then $5::uuid end
      union all select p.order_id, false from payment_accounts a join payments p on p.account_id = a.account_id and p.provider_id = $5
         where a.store_id = $1) l
      group by order_id`,
    values: [storeId, name, name === null ? null : name + last, document, reference, limit, uuid],
  });

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** The most orders and carts that are counted for one contact. */
const maxCounted = 1_000;

/** A contact as its rows are indexed: as `orders.buyer` is derived, and the keys of carts (contact-hash.ts). */
export type ContactKeys = { readonly buyer: string; readonly email: string | null; readonly phone: string | null };

/** The orders of a contact, its carts without an order, and whether there is one that is not older than an id. */
export type ContactCounts = { readonly orders: number; readonly carts: number; readonly isNewer: boolean };

/** Counts what contacts have, in their order. A phone counts only carts without an e-mail address. */
export const contactCounts = (
  db: Queryable,
  storeId: string,
  contacts: readonly ContactKeys[],
  before: string | undefined,
): Promise<ContactCounts[]> =>
  queryRows(db, {
    text: `select
         (select count(*)::int from (
           select from orders o where o.store_id = $1 and o.buyer = md5(k.buyer)::uuid limit $6) l) as orders,
         (select count(*)::int from (select from (${cartsOf}) c
           where not exists (select from orders o where o.checkout_id = c.checkout_id) limit $6) l) as carts,
         exists (select from orders o where o.store_id = $1 and o.buyer = md5(k.buyer)::uuid and o.order_id >= $5::uuid)
           or exists (select from (${cartsOf}) c where c.checkout_id >= $5::uuid) as "isNewer"
       from unnest($2::text[], $3::text[], $4::text[]) with ordinality k (buyer, email, phone, place) order by place`,
    values: [
      storeId,
      contacts.map(({ buyer }) => buyer),
      contacts.map(({ email }) => email),
      contacts.map(({ phone }) => phone),
      before ?? highestId,
      maxCounted,
    ],
  });

const cartsOf = `
  select checkout_id from checkouts where store_id = $1 and email_key = k.email
  union all select checkout_id from checkouts
    where store_id = $1 and k.email is null and phone_key = k.phone and email_key is null`;

/** The events of orders and checkouts of a store, the newest first. */
export const eventIdsOfPurchases = (
  db: Queryable,
  storeId: string,
  { orders, checkouts }: { readonly orders: readonly string[]; readonly checkouts: readonly string[] },
  limit: number,
): Promise<string[]> =>
  queryColumn(db, {
    text: `select event_id as "eventId" from (
         select e.event_id from events e where e.store_id = $1 and e.order_id = any($2::uuid[])
         union select e.event_id from store_events e where e.store_id = $1 and e.checkout_id = any($3::uuid[])) l
       order by 1 desc limit $4`,
    values: [storeId, orders, checkouts, limit],
  });

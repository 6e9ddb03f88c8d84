import type { EventData } from '@retoma/commerce';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRow, queryRows } from '../../../base/postgres/query.ts';

type CartKey = { readonly storeId: string; readonly cartToken: string };
type ContactKeys = { readonly emailKey: string | null; readonly phoneKey: string | null };

/** CON17: a reported cart. `data`: that of its event, as JSON text. Instants in milliseconds. */
export type ReportedCart = CartKey &
  ContactKeys & { readonly data: string; readonly activeAt: number; readonly abandonAt: number };

/** The contact keys of a cart. */
export const reportedCartFind = (db: Queryable, { storeId, cartToken }: CartKey): Promise<ContactKeys | undefined> =>
  queryRow(db, {
    name: 'reported-cart-find',
    text: `select email_key as "emailKey", phone_key as "phoneKey" from reported_carts where store_id = $1 and cart_token = $2`,
    values: [storeId, cartToken],
  });

/** Stores a cart in place of an earlier report of it; an older report changes nothing. */
export const reportedCartSet = (db: Queryable, cart: ReportedCart): Promise<void> =>
  execute(db, {
    name: 'reported-cart-set',
    text: `
      insert into reported_carts as known (store_id, cart_token, data, email_key, phone_key, active_at, abandon_at)
      values ($1, $2, sanitize_json($3), $4, $5, to_timestamp($6::float8 / 1000), to_timestamp($7::float8 / 1000))
      on conflict (store_id, cart_token) do update set data = excluded.data, email_key = excluded.email_key,
        phone_key = excluded.phone_key, active_at = excluded.active_at, abandon_at = excluded.abandon_at
      where known.active_at <= excluded.active_at`,
    values: [cart.storeId, cart.cartToken, cart.data, cart.emailKey, cart.phoneKey, cart.activeAt, cart.abandonAt],
  });

/** Deletes a cart that was emptied or bought. */
export const reportedCartDelete = (db: Queryable, { storeId, cartToken }: CartKey): Promise<void> =>
  execute(db, {
    name: 'reported-cart-delete',
    text: 'delete from reported_carts where store_id = $1 and cart_token = $2',
    values: [storeId, cartToken],
  });

/** COM8: the carts of people by their contact keys, at most 1,000. `data`: that of the event. */
export const reportedCartListOf = (
  db: Queryable,
  storeId: string,
  emails: readonly string[],
  phones: readonly string[],
): Promise<(CartKey & { readonly data: EventData; readonly activeAt: Date })[]> =>
  queryRows(db, {
    text: `select store_id as "storeId", cart_token as "cartToken", data, active_at as "activeAt" from reported_carts
           where store_id = $1 and (email_key = any($2::text[]) or phone_key = any($3::text[])) limit 1000`,
    values: [storeId, emails, phones],
  });

/** A cart whose time has passed. `isLeft`: nobody with its contact ordered since its last activity. */
export type DueCart = CartKey & { readonly data: string; readonly isLeft: boolean };

/** Whether a person, by a condition of their orders, ordered or paid after the last activity. */
const boughtSince = (condition: string): string => `exists (
  select from orders o where o.store_id = c.store_id and ${condition} and o.status in ('pending', 'processing', 'paid')
    and coalesce(o.paid_at, o.created_at) >= c.active_at)`;

/** CON17: deletes and returns up to `limit` carts whose time has passed. Carts that another transaction changes are left to the next call. */
export const reportedCartTake = (db: Queryable, now: number, limit: number): Promise<DueCart[]> =>
  queryRows(db, {
    name: 'reported-cart-take',
    text: `
      with due as materialized (
        select store_id, cart_token from reported_carts where abandon_at <= to_timestamp($1::float8 / 1000)
        order by abandon_at limit $2 for update skip locked)
      delete from reported_carts c using due where c.store_id = due.store_id and c.cart_token = due.cart_token
      returning c.store_id as "storeId", c.cart_token as "cartToken", c.data::text as data,
        not (${boughtSince('o.buyer = md5(c.email_key)::uuid')}
          or ${boughtSince("o.customer is not null and phone_key(sanitize_json(o.customer)->>'phone') = c.phone_key")}) as "isLeft"`,
    values: [now, limit],
  });

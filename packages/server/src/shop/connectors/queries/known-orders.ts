// CON3, CON8: which order a platform's order is, and what its person or cart became. Instants in milliseconds since 1970.
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryOneValue, queryRow } from '../../../base/postgres/query.ts';
import { deleteOldest, type DeleteBatch } from '../../../base/retention/retention.ts';
import { instantOf } from './connections.ts';

/** An order that a report may be about. `externalId` null: made on our payment page and not named yet. */
export type KnownOrder = {
  readonly orderId: string;
  readonly externalId: string | null;
  readonly checkoutId: string | null;
};

const columns = 'o.order_id as "orderId", o.external_id as "externalId", o.checkout_id as "checkoutId"';

/** The order with an external id, or with an alias. */
export const orderFindAliased = (db: Queryable, storeId: string, externalId: string): Promise<KnownOrder | undefined> =>
  queryRow(db, {
    name: 'order-find-aliased',
    text: `select ${columns} from orders o where o.store_id = $1 and o.external_id = $2
           union all
           select ${columns} from order_aliases a join orders o using (order_id) where a.store_id = $1 and a.external_id = $2 limit 1`,
    values: [storeId, externalId],
  });

/** Remembers a further external id of an order. */
export const orderAliasInsert = (
  db: Queryable,
  storeId: string,
  { externalId, orderId }: { externalId: string; orderId: string },
): Promise<void> =>
  execute(db, {
    name: 'order-alias-insert',
    text: 'insert into order_aliases (store_id, external_id, order_id) values ($1, $2, $3) on conflict do nothing',
    values: [storeId, externalId, orderId],
  });

/** One report at a time of a store's orders looks for known ones, until its transaction ends. */
export const knownOrderLock = (db: Queryable, storeId: string): Promise<void> =>
  execute(db, {
    name: 'known-order-lock',
    text: `select pg_advisory_xact_lock(hashtextextended('known orders ' || $1, 0))`,
    values: [storeId],
  });

/** What is compared with known orders. `email`, `phone`: contact keys. `prefix`: of the external ids of the same connection. */
export type OrderLikeness = {
  readonly plainId: string;
  readonly prefix: string;
  readonly total: number | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly createdAt: number;
};

/** How far apart the creation of two reports of one order may be, in milliseconds. */
const apartMs = 10 * 60_000;

const ofPerson = `(o.buyer = md5($4)::uuid or (o.customer is not null and phone_key(sanitize_json(o.customer)->>'phone') = $5))`;

/**
 * CON3: the known order that a new one of a connection is: the one with the platform's own id and the same total or person, else one from
 * elsewhere by the same person with the same total, created within 10 minutes.
 */
export const knownOrderFind = (db: Queryable, storeId: string, like: OrderLikeness): Promise<KnownOrder | undefined> =>
  queryRow(db, {
    name: 'known-order-find',
    text: `
      with near as materialized (
        (select order_id from orders o where store_id = $1 and buyer = md5($4)::uuid order by order_id desc limit 50)
        union
        (select order_id from orders o where store_id = $1 and customer is not null
           and phone_key(sanitize_json(customer)->>'phone') = $5 order by order_id desc limit 50))
      (select ${columns}, 0 as place from orders o
        where o.store_id = $1 and o.external_id = $2 and (o.total_cents = $3 or ${ofPerson}))
      union all
      (select ${columns}, 1 from near join orders o using (order_id)
        where o.total_cents = $3 and abs(${milliseconds('o.created_at')} - $6) <= ${apartMs}
          and (o.external_id is null or not starts_with(o.external_id, $7))
          and not exists (select from order_aliases a where a.order_id = o.order_id and starts_with(a.external_id, $7))
        order by abs(${milliseconds('o.created_at')} - $6), o.order_id limit 1)
      order by place limit 1`,
    values: [storeId, like.plainId, like.total, like.email, like.phone, like.createdAt, like.prefix],
  });

/**
 * CON3: the external id of the order that the store's own system names by an id which no order has: by an alias, else one that a connection
 * reported under that id of its platform, with the same total or person. Undefined: there is none.
 */
export const platformOrderFind = (
  db: Queryable,
  storeId: string,
  like: Pick<OrderLikeness, 'plainId' | 'total' | 'email' | 'phone'>,
): Promise<{ orderId: string; externalId: string | null } | undefined> =>
  queryRow(db, {
    name: 'platform-order-find',
    text: `
      select ${columns} from order_aliases a join orders o using (order_id) where a.store_id = $1 and a.external_id = $2
      union all
      select ${columns} from platform_connections c
        join orders o on o.store_id = c.store_id and o.external_id = c.platform || ':' || c.shop || ':' || $2
        where c.store_id = $1 and (o.total_cents = $3 or ${ofPerson})
          and not exists (select from orders named where named.store_id = $1 and named.external_id = $2)
      limit 1`,
    values: [storeId, like.plainId, like.total, like.email, like.phone],
  });

/** CON8: whether a person has an order that was created at or after an instant. `email`, `phone`: contact keys. */
export const orderExistsSince = (
  db: Queryable,
  storeId: string,
  { email, phone, since }: { email: string | null; phone: string | null; since: number },
): Promise<boolean> =>
  queryOneValue(db, {
    name: 'order-exists-since',
    text: `select exists (
             (select from orders where store_id = $1 and buyer = md5($2)::uuid and created_at >= ${instantOf('$4')})
             union all
             (select from orders where store_id = $1 and customer is not null
                and phone_key(sanitize_json(customer)->>'phone') = $3 and created_at >= ${instantOf('$4')})) as found`,
    values: [storeId, email, phone, since],
  });

/** Remembers that a cart became an order. */
export const orderedCartInsert = (
  db: Queryable,
  { connectionId, token, at }: { connectionId: string; token: string; at: number },
): Promise<void> =>
  execute(db, {
    name: 'ordered-cart-insert',
    text: `insert into ordered_carts (connection_id, token, ordered_at) values ($1, $2, ${instantOf('$3')}) on conflict do nothing`,
    values: [connectionId, token, at],
  });

/** Whether a cart became an order. */
export const orderedCartExists = (db: Queryable, connectionId: string, token: string): Promise<boolean> =>
  queryOneValue(db, {
    name: 'ordered-cart-exists',
    text: 'select exists (select from ordered_carts where connection_id = $1 and token = $2) as found',
    values: [connectionId, token],
  });

/** Forgets carts that became orders long ago; no platform reports them any more. */
export const orderedCartForget: DeleteBatch = deleteOldest('ordered_carts', 'ordered_at');

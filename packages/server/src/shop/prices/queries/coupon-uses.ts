import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryOneValue, queryRow, queryRows } from '../../../base/postgres/query.ts';

// A coupon's `uses` is the number of its rows here that are not released. Every function changes both in one statement.

/** COM28: the use of a coupon by an order. */
export type CouponUse = { couponId: string; state: 'held' | 'used' | 'released' };

/** The use of an order, or undefined. */
export const couponUseFind = (db: Queryable, orderId: string): Promise<CouponUse | undefined> =>
  queryRow(db, {
    name: 'coupon-use-find',
    text: 'select coupon_id as "couponId", state from coupon_uses where order_id = $1',
    values: [orderId],
  });

/**
 * Locks these coupons until the transaction ends, in the order of their ids, so that what is counted then stays true. `firstPurchase`: also
 * all the others for a first purchase, since one person has a single first purchase. Returns their uses.
 */
export const couponLock = (
  db: Queryable,
  { storeId, couponIds, firstPurchase }: { storeId: string; couponIds: readonly string[]; firstPurchase: boolean },
): Promise<{ couponId: string; uses: number }[]> =>
  queryRows(db, {
    name: 'coupon-lock',
    text: `select coupon_id as "couponId", uses from coupons
           where store_id = $1 and (coupon_id = any($2::uuid[]) or ($3 and active and first_purchase_only))
           order by coupon_id for update`,
    values: [storeId, couponIds, firstPurchase],
  });

/** Locks the coupons that these orders use, as `couponLock`. */
export const couponLockOfOrders = (db: Queryable, orderIds: readonly string[]): Promise<void> =>
  execute(db, {
    name: 'coupon-lock-of-orders',
    text: `select from coupons
           where coupon_id in (select coupon_id from coupon_uses where order_id = any($1::uuid[]) and state = 'held')
           order by coupon_id for update`,
    values: [orderIds],
  });

/** Who uses a coupon: hashes of their keys, and the network if the use counts for it (COM28). */
type CouponUser = { personKeys: readonly string[]; network: Buffer | null };

/** Takes a use of a coupon for an order. False: the coupon has none left, or was ended. Its lock must be held. */
export const couponUseHold = (
  db: Queryable,
  use: CouponUser & { couponId: string; orderId: string; storeId: string; at: number },
): Promise<boolean> =>
  affectsOne(db, {
    name: 'coupon-use-hold',
    text: `
      with counted as (
        update coupons set uses = uses + 1
        where coupon_id = $1 and store_id = $3 and active and (max_uses is null or uses < max_uses)
        returning coupon_id)
      insert into coupon_uses as u (order_id, coupon_id, store_id, person_keys, network, held_at)
      select $2, coupon_id, $3, $4, $5, $6 from counted
      on conflict (order_id) do update set coupon_id = excluded.coupon_id, state = 'held', person_keys = excluded.person_keys,
        network = excluded.network, held_at = excluded.held_at`,
    values: [use.couponId, use.orderId, use.storeId, use.personKeys, use.network, new Date(use.at).toISOString()],
  });

/** Writes who uses a coupon now. */
export const couponUseSetPerson = (db: Queryable, orderId: string, personKeys: readonly string[]): Promise<void> =>
  execute(db, {
    name: 'coupon-use-set-person',
    text: 'update coupon_uses set person_keys = $2 where order_id = $1 and person_keys <> $2',
    values: [orderId, personKeys],
  });

/** Frees the uses of these orders that are held. */
export const couponUseRelease = (db: Queryable, orderIds: readonly string[]): Promise<void> =>
  execute(db, {
    name: 'coupon-use-release',
    text: `
      with freed as (
        update coupon_uses set state = 'released', network = null where order_id = any($1::uuid[]) and state = 'held' returning coupon_id)
      update coupons p set uses = p.uses - f.count
      from (select coupon_id, count(*) as count from freed group by coupon_id) f where p.coupon_id = f.coupon_id`,
    values: [orderIds],
  });

/** How often one of these persons used a coupon, or uses it now, other than by `orderId`. */
export const couponUseCountOfPerson = (
  db: Queryable,
  { couponId, orderId, personKeys }: { couponId: string; orderId: string; personKeys: readonly string[] },
): Promise<number> =>
  queryOneValue(db, {
    name: 'coupon-use-count-of-person',
    text: `select count(*)::int as count from coupon_uses
           where person_keys && $3::text[] and state <> 'released' and coupon_id = $1 and order_id <> $2`,
    values: [couponId, orderId, personKeys],
  });

/** How many uses of a coupon are held by unpaid orders of unsigned carts of one network, other than `orderId`. */
export const couponUseCountOfNetwork = (
  db: Queryable,
  { couponId, orderId, network }: { couponId: string; orderId: string; network: Buffer },
): Promise<number> =>
  queryOneValue(db, {
    name: 'coupon-use-count-of-network',
    text: `select count(*)::int as count from coupon_uses u join orders o on o.order_id = u.order_id
           where u.coupon_id = $1 and u.network = $3 and u.state = 'held' and u.order_id <> $2 and o.paid_at is null`,
    values: [couponId, orderId, network],
  });

/** A held use whose order was not changed since some time, with what became of it. */
export type HeldUse = { orderId: string; isPaid: boolean; isOpen: boolean };

/**
 * Up to `limit` uses that were taken before `before` and are still held. `isOpen`: the order may still be paid without a new attempt: it
 * is processing, or one of its payments is.
 */
export const couponUseListHeld = (db: Queryable, before: number, limit: number): Promise<HeldUse[]> =>
  queryRows(db, {
    name: 'coupon-use-list-held',
    text: `
      select u.order_id as "orderId", coalesce(o.paid_at is not null, false) as "isPaid",
        coalesce(o.status = 'processing' or exists (
          select from payments p where p.order_id = u.order_id and p.state in ('creating', 'pending', 'processing')), false) as "isOpen"
      from coupon_uses u left join orders o on o.order_id = u.order_id
      where u.state = 'held' and u.held_at < $1 order by u.held_at limit $2`,
    values: [new Date(before).toISOString(), limit],
  });

/** Marks the uses of paid orders as used. */
export const couponUseSetUsed = (db: Queryable, orderIds: readonly string[]): Promise<void> =>
  execute(db, {
    name: 'coupon-use-set-used',
    text: `update coupon_uses set state = 'used', network = null where order_id = any($1::uuid[]) and state = 'held'`,
    values: [orderIds],
  });

/** Looks at the uses of these orders again later: moves them to the end of the list. */
export const couponUseKeep = (db: Queryable, orderIds: readonly string[], at: number): Promise<void> =>
  execute(db, {
    name: 'coupon-use-keep',
    text: `update coupon_uses set held_at = $2 where order_id = any($1::uuid[]) and state = 'held'`,
    values: [orderIds, new Date(at).toISOString()],
  });

/**
 * Whether a store has another order of one of these persons that was paid, or that may be paid without a new attempt: it is processing, one
 * of its payments is open, or it holds the use of a coupon.
 */
export const orderExistsOfPerson = (
  db: Queryable,
  person: { storeId: string; orderId: string; email: string | null; phone: string | null; document: string | null },
): Promise<boolean> =>
  queryOneValue(db, {
    name: 'order-exists-of-person',
    text: `
      select exists (
        select from (
          select order_id, status, paid_at from orders where store_id = $1
            and md5(mailbox_key(sanitize_json(customer)->>'email'))::uuid = md5($3)::uuid
          union all
          select order_id, status, paid_at from orders where store_id = $1 and customer is not null
            and phone_key(sanitize_json(customer)->>'phone') = $4
          union all
          select order_id, status, paid_at from orders where store_id = $1
            and document_key(sanitize_json(customer)->>'document') = $5) o
        where order_id <> $2 and (paid_at is not null or status = 'processing'
          or exists (select from payments p where p.order_id = o.order_id and p.state in ('creating', 'pending', 'processing'))
          or exists (select from coupon_uses u where u.order_id = o.order_id and u.state = 'held'))) as exists`,
    values: [person.storeId, person.orderId, person.email, person.phone, person.document],
  });

import type { Queryable } from '../../pool.ts';
import { queryRows, queryValue } from '../../query.ts';

/** COM28: what a coupon sold: its paid orders and their total, in cents, among the newest `seen` uses. */
export type CouponSales = { couponId: string; orders: number; revenue: number; seen: number };

/** The sales of coupons of a store. Of each, up to `limit` uses are read, newest first. */
export const couponSalesList = (
  db: Queryable,
  storeId: string,
  couponIds: readonly string[],
  limit: number,
): Promise<CouponSales[]> =>
  queryRows(db, {
    name: 'coupon-sales-list',
    text: `
      select p.coupon_id as "couponId", s.orders, s.revenue, s.seen
      from unnest($2::uuid[]) as p(coupon_id)
      cross join lateral (
        select count(o.paid_at)::int as orders, coalesce(sum(o.total_cents) filter (where o.paid_at is not null), 0)::bigint as revenue,
          count(*)::int as seen
        from (select order_id from coupon_uses where coupon_id = p.coupon_id order by held_at desc limit $3) u
        left join orders o on o.order_id = u.order_id and o.store_id = $1 and o.coupon_id = p.coupon_id) s`,
    values: [storeId, couponIds, limit],
  });

/** The code of a coupon of a store, ended ones too; undefined: there is none. */
export const couponCodeFind = (db: Queryable, storeId: string, couponId: string): Promise<string | undefined> =>
  queryValue(db, {
    name: 'coupon-code-find',
    text: 'select code from coupons where store_id = $1 and coupon_id = $2',
    values: [storeId, couponId],
  });

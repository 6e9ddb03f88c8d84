import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRows, queryValue } from '../../../base/postgres/query.ts';
import { isSale, joinSale, type SaleKind } from '../../orders/queries/sales.ts';

/** COM28, COM41: what a coupon sold, among its newest uses. `kind`: null for `uses` without a sale; cents of the whole orders. */
export type CouponSales = { couponId: string; kind: SaleKind | null; orders: number; cents: number; uses: number };

/** The sales of coupons of a store. Of each, up to `limit` uses are read, newest first. `simulated`: as for `joinSale`. */
export const couponSalesList = (
  db: Queryable,
  storeId: string,
  couponIds: readonly string[],
  { limit, simulated }: { limit: number; simulated: readonly string[] },
): Promise<CouponSales[]> =>
  queryRows(db, {
    name: 'coupon-sales-list',
    text: `
      select p.coupon_id as "couponId", s.kind, s.orders, s.cents, s.uses
      from unnest($2::uuid[]) as p(coupon_id)
      cross join lateral (
        select sold.kind, count(sold.kind)::int as orders, coalesce(sum(sold.cents), 0)::bigint as cents, count(*)::int as uses
        from (select order_id from coupon_uses where coupon_id = p.coupon_id order by held_at desc limit $3) u
        left join lateral (
          select sale.kind, sale.cents from orders o ${joinSale('$4')}
          where o.order_id = u.order_id and o.store_id = $1 and o.coupon_id = p.coupon_id and ${isSale}) sold on true
        group by sold.kind) s`,
    values: [storeId, couponIds, limit, simulated],
  });

/** The code of a coupon of a store, ended ones too; undefined: there is none. */
export const couponCodeFind = (db: Queryable, storeId: string, couponId: string): Promise<string | undefined> =>
  queryValue(db, {
    name: 'coupon-code-find',
    text: 'select code from coupons where store_id = $1 and coupon_id = $2',
    values: [storeId, couponId],
  });

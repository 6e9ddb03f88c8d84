import type { Queryable } from '../../pool.ts';
import { execute, queryRows } from '../../query.ts';

/** COM30: what an order bump sold: its paid orders, and what they paid for it, in cents. */
export type OrderBumpSales = { bumpId: string; orders: number; revenue: number };

/** The sales of order bumps of a store by orders that were paid since `since`. */
export const orderBumpSalesList = (
  db: Queryable,
  storeId: string,
  bumpIds: readonly string[],
  since: number,
): Promise<OrderBumpSales[]> =>
  queryRows(db, {
    name: 'order-bump-sales-list',
    text: `
      select b.bump_id as "bumpId", s.orders, s.revenue
      from unnest($2::uuid[]) as b(bump_id)
      cross join lateral (
        select count(*)::int as orders, coalesce(sum(o.bump_cents), 0)::bigint as revenue
        from orders o where o.bump_id = b.bump_id and o.paid_at >= $3 and o.store_id = $1) s`,
    values: [storeId, bumpIds, new Date(since).toISOString()],
  });

/** Makes other changes of a store's order bump wait until the transaction ends. */
export const orderBumpLock = (db: Queryable, storeId: string): Promise<void> =>
  execute(db, { text: 'select from stores where store_id = $1 for no key update', values: [storeId] });

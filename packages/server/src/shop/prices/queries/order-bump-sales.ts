import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRows } from '../../../base/postgres/query.ts';
import { isSale, joinSale, type SaleKind } from '../../orders/queries/sales.ts';

/** COM30, COM41: what an order bump sold: orders of one kind, and what they paid for it, in cents. */
export type OrderBumpSales = { bumpId: string; kind: SaleKind; orders: number; cents: number };

/** The sales of order bumps of a store by orders that were paid since `since`. `simulated`: as for `joinSale`. */
export const orderBumpSalesList = (
  db: Queryable,
  storeId: string,
  bumpIds: readonly string[],
  { since, simulated }: { since: number; simulated: readonly string[] },
): Promise<OrderBumpSales[]> =>
  queryRows(db, {
    name: 'order-bump-sales-list',
    text: `
      select b.bump_id as "bumpId", s.kind, s.orders, s.cents
      from unnest($2::uuid[]) as b(bump_id)
      cross join lateral (
        select sale.kind, count(*)::int as orders, coalesce(sum(least(o.bump_cents, sale.cents)), 0)::bigint as cents
        from orders o ${joinSale('$4')}
        where o.bump_id = b.bump_id and o.paid_at >= $3 and o.store_id = $1 and ${isSale} group by sale.kind) s`,
    values: [storeId, bumpIds, new Date(since).toISOString(), simulated],
  });

/** Makes other changes of a store's order bump wait until the transaction ends. */
export const orderBumpLock = (db: Queryable, storeId: string): Promise<void> =>
  execute(db, { text: 'select from stores where store_id = $1 for no key update', values: [storeId] });

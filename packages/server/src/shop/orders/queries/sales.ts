import { unhurried, type Queryable } from '../../../base/postgres/pool.ts';
import { queryRows } from '../../../base/postgres/query.ts';

// COM41: which orders count as paid, and what each is worth. Every report reads orders through this file.

/** COM41: where the money of a sale came from: it was received, a member marked it by hand, or it is simulated. */
export const saleKinds = ['received', 'marked', 'simulated'] as const;

/** One of these kinds. */
export type SaleKind = (typeof saleKinds)[number];

/** The number of orders, and their sum in cents. */
export type SaleSum = { cents: number; orders: number };

/** COM41: the sums of sales. `cents` and `orders` are of the received ones alone. */
export type Sales = SaleSum & { marked: SaleSum; simulated: SaleSum };

/** The sums of these sales. Pure. */
export function salesOf(sales: readonly { kind: SaleKind; cents: number; orders?: number }[]): Sales {
  const sumOf = (wanted: SaleKind): SaleSum => {
    const its = sales.filter(({ kind }) => kind === wanted);
    return {
      cents: its.reduce((sum, { cents }) => sum + cents, 0),
      orders: its.reduce((sum, { orders = 1 }) => sum + orders, 0),
    };
  };
  return { ...sumOf('received'), marked: sumOf('marked'), simulated: sumOf('simulated') };
}

/** COM41: whether an order of the alias `o` is a sale: it is paid, and not refunded since. */
export const isSale = `o.status = 'paid'`;

/**
 * COM41: joins the sale of each paid order `o` of the store $1 as `sale` (kind, cents). `simulated`: the parameter with the names of the
 * providers that move no money. Worth is the amount received less refunds, up to the total; the total where no payment is known. In a store
 * of example data everything is invented, and counts as received.
 */
export const joinSale = (simulated: string): string => `
  cross join lateral (
    select case
        when bool_or(p.account_id in (
          select a.account_id from payment_accounts a join stores using (store_id)
          where a.store_id = $1 and example_of is null and a.provider = any(${simulated}::text[]))) then 'simulated'
        when bool_or(p.method = 'manual') then 'marked' else 'received' end as kind,
      case when coalesce(sum(p.paid_cents - p.refunded_cents), 0) = 0 then coalesce(o.total_cents, 0)
        else least(o.total_cents, sum(p.paid_cents - p.refunded_cents)) end::bigint as cents
    from payments p where p.order_id = o.order_id and p.state in ('paid', 'partially_refunded')) sale`;

/** The sum of one kind of sale in one bucket of a span of time, counted from 0. */
export type SaleBucket = SaleSum & { bucket: number; kind: SaleKind };

/** The bucket of an instant or an id: SQL. `edges`: the parameter with the edges between buckets, ascending. */
export const bucketOf = (column: string, edges: string): string => `width_bucket(${column}, ${edges}) - 1`;

/** The sales of a store by the time of their payment. `edges`: bucket `i` is from `edges[i]` and before `edges[i + 1]`. */
export const saleBuckets = (
  db: Queryable,
  storeId: string,
  edges: readonly number[],
  simulated: readonly string[],
): Promise<SaleBucket[]> =>
  queryRows(db, {
    ...unhurried,
    name: 'sale-buckets',
    text: `
      select ${bucketOf('o.paid_at', '$2::timestamptz[]')} as bucket, sale.kind, sum(sale.cents)::bigint as cents,
        count(*)::int as orders
      from orders o ${joinSale('$5')}
      where o.store_id = $1 and ${isSale} and o.paid_at >= $3 and o.paid_at < $4 group by 1, 2`,
    values: [storeId, edges.map((at) => new Date(at)), new Date(edges[0]!), new Date(edges.at(-1)!), simulated],
  });

/** The sales among these orders of a store. */
export const saleList = (
  db: Queryable,
  storeId: string,
  orderIds: readonly string[],
  simulated: readonly string[],
): Promise<{ orderId: string; kind: SaleKind; cents: number }[]> =>
  queryRows(db, {
    name: 'sale-list',
    text: `
      select o.order_id as "orderId", sale.kind, sale.cents from orders o ${joinSale('$3')}
      where o.store_id = $1 and ${isSale} and o.order_id = any($2::uuid[])`,
    values: [storeId, orderIds, simulated],
  });

import { unhurried, type Queryable } from '../../../base/postgres/pool.ts';
import { queryRows } from '../../../base/postgres/query.ts';
import { bucketOf, isSale, joinSale, type SaleBucket, type SaleKind } from '../../../shop/orders/queries/sales.ts';

/** An order that counts as recovered by a message. */
export type RecoveredOrder = {
  orderId: string;
  automationId: string;
  /** The run whose message was the last before the payment. */
  runId: string;
  version: number;
  /** COM41: where its money came from, and what it is worth. */
  kind: SaleKind;
  cents: number;
  paidAt: Date;
  /** When that message was sent, and its channel and step. */
  sentAt: Date;
  channel: 'whatsapp' | 'email' | 'sms';
  path: string;
};

/**
 * SQL that follows a query `paid` (order_id, checkout_id, kind, cents, paid_at) over orders of the store $1. Its query `reminded` returns the
 * messages about each order that were sent before it was paid, with the time of the first message of their run.
 */
export const messagesBefore = `
  about as (
    select p.order_id, e.event_id from paid p join events e on e.order_id = p.order_id
    union
    select p.order_id, e.event_id from paid p join events e on e.checkout_id = p.checkout_id),
  reminded as (
    select p.order_id, p.kind, p.cents, p.paid_at, r.run_id, r.automation_id, r.version, m.channel, m.message_key, m.settled_at,
      min(m.settled_at) over (partition by r.run_id) as first_at
    from paid p join about a on a.order_id = p.order_id
    join runs r on r.event_id = a.event_id and r.store_id = $1
    join messages m on m.run_id = r.run_id
    where m.state in ('sent', 'delivered', 'read') and m.settled_at < p.paid_at)`;

/**
 * SQL of the queries up to `recovered`: the orders of the store $1 that were paid from $2 and before $3, after a message of a run about it
 * and within $4 hours of that run's first message. Each counts once, for the run of the last message before the payment. $5: as for
 * `joinSale`.
 */
const recovered = `
  paid as (
    select o.order_id, o.checkout_id, sale.kind, sale.cents, o.paid_at from orders o ${joinSale('$5')}
    where o.store_id = $1 and ${isSale} and o.paid_at >= $2 and o.paid_at < $3),
  ${messagesBefore},
  recovered as (
    select distinct on (paid_at, order_id) * from reminded where paid_at <= first_at + make_interval(hours => $4)
    order by paid_at, order_id, settled_at desc, run_id desc)`;

/** The recovered orders of a store that were paid from `since` and before `until`, oldest first. `simulated`: as for `joinSale`. */
export const recoveredOrderList = (
  db: Queryable,
  storeId: string,
  { since, until, hours, simulated }: { since: Date; until: Date; hours: number; simulated: readonly string[] },
): Promise<RecoveredOrder[]> =>
  queryRows(db, {
    ...unhurried,
    name: 'recovered-order-list',
    text: `
      with ${recovered}
      select order_id as "orderId", automation_id as "automationId", run_id as "runId", version, kind, cents, paid_at as "paidAt",
        settled_at as "sentAt", channel, regexp_replace(message_key, '#[^#]*$', '') as path
      from recovered order by paid_at, order_id`,
    values: [storeId, since, until, hours, simulated],
  });

/** The recovered sales of one automation in one bucket. */
export type RecoveredBucket = SaleBucket & { automationId: string };

/** The recovered sales of a store by automation and time of payment. `edges`: as for `saleBuckets`. */
export const recoveredBuckets = (
  db: Queryable,
  storeId: string,
  edges: readonly number[],
  { hours, simulated }: { hours: number; simulated: readonly string[] },
): Promise<RecoveredBucket[]> =>
  queryRows(db, {
    ...unhurried,
    name: 'recovered-buckets',
    text: `
      with ${recovered}
      select ${bucketOf('paid_at', '$6::timestamptz[]')} as bucket, automation_id as "automationId", kind,
        sum(cents)::bigint as cents, count(*)::int as orders
      from recovered group by 1, 2, 3`,
    values: [storeId, new Date(edges[0]!), new Date(edges.at(-1)!), hours, simulated, edges.map((at) => new Date(at))],
  });

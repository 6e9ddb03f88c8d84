import type { EventType, OrderStatus } from '@retoma/commerce';
import { firstIdOf, highestId, lowestId } from '../../../base/ids.ts';
import { unhurried, type Queryable } from '../../../base/postgres/pool.ts';
import { queryOne, queryRows, queryValue } from '../../../base/postgres/query.ts';
import { foldedSql, phoneDigitsIn } from '../../../base/postgres/search-text.ts';
import { orderColumns, type OrderRow } from './orders.ts';

/** A filter of a store's orders; a missing member filters nothing. */
export type OrderFilter = {
  status?: OrderStatus | undefined;
  /** Part of a number; with `people` also part of a name, an e-mail address or a phone number. */
  search?: string | undefined;
  people?: boolean;
  /** Only orders older than this one. */
  before?: string | undefined;
  /** Only orders that arrived since then. */
  since?: Date | undefined;
  /** `card` is every kind of card. */
  method?: 'pix' | 'boleto' | 'card' | undefined;
};

const reported = foldedSql(`concat_ws(' ', sanitize_json(customer)->>'name', sanitize_json(customer)->>'email')`);
const reportedDigits = `regexp_replace(sanitize_json(customer)->>'phone', '[^0-9]', '', 'g')`;

/** The newest orders of a store by arrival that pass a filter. `floor`: none older than this id; `ids`: only these. */
export const orderPage = (
  db: Queryable,
  storeId: string,
  { status, search, people = false, before, since, method }: OrderFilter,
  { limit, floor, ids }: { limit: number; floor?: string | undefined; ids?: readonly string[] | undefined },
): Promise<OrderRow[]> =>
  queryRows(db, {
    text: `select ${orderColumns} from orders
     where store_id = $1 and ($2::text is null or status = $2) and order_id < $3::uuid and order_id >= $4::uuid
       and ($9::text is null or payment_method = $9 or ($9 = 'card' and payment_method in ('credit_card', 'debit_card')))
       ${ids ? 'and order_id = any($10::uuid[])' : ''}
       and ($5::text is null or position(lower($5) in lower(concat_ws(' ', number, external_id))) > 0
         or ($6 and (position(${foldedSql('$5')} in ${reported}) > 0 or position($8 in ${reportedDigits}) > 0)))
     order by order_id desc limit $7`,
    values: [
      storeId,
      status ?? null,
      before ?? highestId,
      newer(floor, since),
      search ?? null,
      people,
      limit,
      phoneDigitsIn(search),
      method ?? null,
      ...(ids ? [ids] : []),
    ],
  });

/** The lowest id of a page: that of the floor, or of the instant if that is later. */
function newer(floor = lowestId, since?: Date): string {
  const first = since ? firstIdOf(since.getTime()) : lowestId;
  return first > floor ? first : floor;
}

/** The number of messages that left about each order, or its cart. */
export async function orderMessageCounts(
  db: Queryable,
  storeId: string,
  orders: readonly Pick<OrderRow, 'orderId' | 'checkoutId'>[],
): Promise<Map<string, number>> {
  const rows = await queryRows<{ orderId: string; sent: number }>(db, {
    text: `with happened as materialized (
         select e.order_id, e.event_id from events e where e.store_id = $1 and e.order_id = any($2::uuid[])
         union select k.order_id, e.event_id from unnest($2::uuid[], $3::uuid[]) k (order_id, checkout_id)
           join store_events e on e.checkout_id = k.checkout_id and e.store_id = $1)
       select h.order_id as "orderId", count(*)::int as sent
       from happened h join runs r on r.event_id = h.event_id join messages m on m.run_id = r.run_id
       where m.state in ('sent', 'delivered', 'read') group by h.order_id`,
    values: [storeId, orders.map(({ orderId }) => orderId), orders.map(({ checkoutId }) => checkoutId)],
  });
  return new Map(rows.map(({ orderId, sent }) => [orderId, sent]));
}

/** The id of the oldest of the newest `window` orders of a store; undefined if there are fewer. */
export const orderFloor = (
  db: Queryable,
  storeId: string,
  { before, window }: { before?: string | undefined; window: number },
): Promise<string | undefined> =>
  queryValue(db, {
    text: `select order_id as "orderId" from orders where store_id = $1 and order_id < $2::uuid
     order by order_id desc offset $3 - 1 limit 1`,
    values: [storeId, before ?? highestId, window],
  });

/** An event of a purchase, with the runs that it started. */
export type PurchaseEvent = {
  eventId: string;
  type: EventType;
  at: Date;
  runs: { runId: string; automation: string; status: string }[];
};

/** The events of an order and of its checkout, oldest first. Null: there is no order, or no checkout. */
export const purchaseEventList = (
  db: Queryable,
  storeId: string,
  { orderId, checkoutId }: { orderId: string | null; checkoutId: string | null },
): Promise<PurchaseEvent[]> =>
  queryRows(db, {
    text: `select e.event_id as "eventId", e.type, e.occurred_at as at, coalesce((
         select json_agg(json_build_object('runId', r.run_id, 'automation', a.name, 'status', r.status) order by r.run_id)
         from runs r join automations a on a.automation_id = r.automation_id where r.event_id = e.event_id), '[]') as runs
     from store_events e where e.store_id = $1 and (e.order_id = $2 or e.checkout_id = $3)
     order by e.occurred_at, e.event_id`,
    values: [storeId, orderId, checkoutId],
  });

/**
 * The newest orders of a store since an id that need the owner's attention (COM7, COM7a), at most `limit`: paid late, paid twice, paid both here and
 * in another system, or paid with a different sum that was not accepted; cancelled orders with money; chargebacks; unsigned carts with a total of
 * zero.
 */
export const orderListOdd = (db: Queryable, storeId: string, since: string, limit: number): Promise<OrderRow[]> =>
  queryRows(db, {
    ...unhurried,
    text: `select ${orderColumns} from orders o where o.store_id = $1 and o.order_id >= $2 and (
       (o.status = 'paid' and o.paid_late)
       or (o.status = 'processing' and o.total_cents = 0 and o.signed is false)
       or (o.status = 'paid' and o.accepted_cents is null and o.total_cents > (
         select coalesce(sum(p.paid_cents - p.refunded_cents), 0) from payments p
         where p.order_id = o.order_id and p.state in ('paid', 'partially_refunded')))
       or exists (select from payments p where p.order_id = o.order_id and p.state = 'charged_back')
       or exists (
         select from payments p where p.order_id = o.order_id and p.state in ('paid', 'partially_refunded')
         having count(*) > 0 and (o.status <> 'paid' or (o.accepted_cents = 0 and o.total_cents is distinct from 0)
           or coalesce(sum(p.paid_cents - p.refunded_cents), 0) > coalesce(o.total_cents, 9e18))))
     order by o.order_id desc limit $3`,
    values: [storeId, since, limit],
  });

/** PIX codes that a person must confirm: how many orders have one that is open, their sum, and the oldest of them. */
export type OpenConfirmations = { orders: number; cents: number; oldest: string | null };

/** The open codes of a store's own PIX key, of orders since an id, that were requested before `before`. */
export const orderConfirmations = (
  db: Queryable,
  storeId: string,
  { since, before, providers }: { since: string; before: Date; providers: readonly string[] },
): Promise<OpenConfirmations> =>
  queryOne(db, {
    ...unhurried,
    text: `select count(*)::int as orders, coalesce(sum(p.amount_cents), 0)::bigint as cents, min(o.order_id::text) as oldest
     from orders o join payments p on p.order_id = o.order_id and p.state = 'pending'
     join payment_accounts a on a.account_id = p.account_id and a.store_id = $1 and a.provider = any($4)
     where o.store_id = $1 and o.order_id >= $2 and o.status = 'pending' and p.created_at < $3`,
    values: [storeId, since, before, providers],
  });

/** COM7a: up to `limit` orders of no cost of unsigned carts that have waited for a person since before `before`, the oldest first. */
export const orderListFreeWaiting = (
  db: Queryable,
  before: number,
  limit: number,
): Promise<{ storeId: string; orderId: string }[]> =>
  queryRows(db, {
    name: 'order-list-free-waiting',
    text: `select store_id as "storeId", order_id as "orderId" from orders
           where status = 'processing' and total_cents = 0 and signed is false and accepted_cents is null and status_at <= $1
           order by status_at limit $2`,
    values: [new Date(before).toISOString(), limit],
  });

import type { OrderStatus } from '@retoma/commerce';
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { isId } from '../../../base/ids.ts';
import { affectsOne, execute, queryOneValue, queryRow, queryRows, queryValue } from '../../../base/postgres/query.ts';

/** A member of an order that is stored as the JSON that was received. */
export type Details = Record<string, unknown>;

/** An order. Amounts in cents, instants in milliseconds since 1970. */
export type OrderRow = {
  orderId: string;
  storeId: string;
  externalId: string | null;
  checkoutId: string | null;
  number: string | null;
  status: OrderStatus;
  rawStatus: string | null;
  statusAt: number;
  paymentMethod: string | null;
  subtotal: number | null;
  discount: number | null;
  shippingPrice: number | null;
  total: number | null;
  /** COM28: the coupon, and what it took off, which `discount` includes. */
  couponId: string | null;
  couponDiscount: number | null;
  /** COM27: what the payment method took off, which `discount` includes. */
  methodDiscount: number | null;
  /** COM29: the interest of instalments. */
  interest: number | null;
  /** COM30: the accepted order bump, and its price, which `subtotal` includes. */
  bumpId: string | null;
  bumpPrice: number | null;
  /** COM7a: the sum that a person, or the store's own system, accepted as full payment; null: neither did. */
  accepted: number | null;
  /** COM7a: the last total from the store's own system; null: none. */
  reportedTotal: number | null;
  /** CHK11: whether a server signed the prices; null: the order has no checkout of Retoma. */
  signed: boolean | null;
  customer: Details | null;
  items: readonly Details[] | null;
  shipping: Details | null;
  payment: Details | null;
  tracking: Details | null;
  /** COM24: when it got another address, from a browser that did not know the one before; null: never. */
  addressChangedAt: number | null;
  paidLate: boolean;
  paidAt: number | null;
  createdAt: number;
  updatedAt: number;
};

/** The members of an order of which nothing is known yet. */
export const blankOrder = {
  externalId: null,
  checkoutId: null,
  number: null,
  status: 'pending',
  rawStatus: null,
  paymentMethod: null,
  subtotal: null,
  discount: null,
  shippingPrice: null,
  total: null,
  couponId: null,
  couponDiscount: null,
  methodDiscount: null,
  interest: null,
  bumpId: null,
  bumpPrice: null,
  accepted: null,
  reportedTotal: null,
  signed: null,
  customer: null,
  items: null,
  shipping: null,
  payment: null,
  tracking: null,
  addressChangedAt: null,
  paidLate: false,
  paidAt: null,
} as const satisfies Partial<OrderRow>;

/** Columns with their members and types, in the order of the parameters. */
const columns = [
  ['order_id', 'orderId', 'uuid'],
  ['store_id', 'storeId', 'uuid'],
  ['external_id', 'externalId', 'text'],
  ['checkout_id', 'checkoutId', 'uuid'],
  ['number', 'number', 'text'],
  ['status', 'status', 'text'],
  ['raw_status', 'rawStatus', 'text'],
  ['status_at', 'statusAt', 'instant'],
  ['payment_method', 'paymentMethod', 'text'],
  ['subtotal_cents', 'subtotal', 'bigint'],
  ['discount_cents', 'discount', 'bigint'],
  ['shipping_cents', 'shippingPrice', 'bigint'],
  ['total_cents', 'total', 'bigint'],
  ['coupon_id', 'couponId', 'uuid'],
  ['coupon_cents', 'couponDiscount', 'bigint'],
  ['method_discount_cents', 'methodDiscount', 'bigint'],
  ['interest_cents', 'interest', 'bigint'],
  ['bump_id', 'bumpId', 'uuid'],
  ['bump_cents', 'bumpPrice', 'bigint'],
  ['accepted_cents', 'accepted', 'bigint'],
  ['reported_total_cents', 'reportedTotal', 'bigint'],
  ['signed', 'signed', 'boolean'],
  ['customer', 'customer', 'json'],
  ['items', 'items', 'json'],
  ['shipping', 'shipping', 'json'],
  ['payment', 'payment', 'json'],
  ['tracking', 'tracking', 'json'],
  ['address_changed_at', 'addressChangedAt', 'instant'],
  ['paid_late', 'paidLate', 'boolean'],
  ['paid_at', 'paidAt', 'instant'],
  ['created_at', 'createdAt', 'instant'],
  ['updated_at', 'updatedAt', 'instant'],
] as const satisfies readonly (readonly [string, keyof OrderRow, string])[];

/** The members of an `OrderRow` as columns of `orders`. */
export const orderColumns = columns
  .map(([column, member, type]) =>
    type === 'instant' ? `${milliseconds(column)} as "${member}"` : `${column} as "${member}"`,
  )
  .join(', ');

const orderValues = (order: OrderRow): unknown[] =>
  columns.map(([, member, type]) => {
    const value = order[member];
    if (value === null) return null;
    if (type === 'json') return JSON.stringify(value);
    return type === 'instant' ? new Date(value as number).toISOString() : value;
  });

/** COM6: an external id as it is stored, and in the decomposed form in which it may have been stored before ids were composed. */
const formsOf = (externalId: string): string[] => [...new Set([externalId, externalId.normalize('NFD')])];

/** The order with an external id, locked until the transaction ends; undefined if there is none. */
export const orderLock = (db: Queryable, storeId: string, externalId: string): Promise<OrderRow | undefined> =>
  queryRow(db, {
    name: 'order-lock',
    text: `select ${orderColumns} from orders where store_id = $1 and external_id = any($2::text[])
           order by external_id = $3 desc limit 1 for update`,
    values: [storeId, formsOf(externalId), externalId],
  });

/** The checkout of the order with an external id; null if there is none. Locks nothing. */
export const orderFindCheckout = async (db: Queryable, storeId: string, externalId: string): Promise<string | null> =>
  (await queryValue(db, {
    name: 'order-find-checkout',
    text: `select checkout_id as "checkoutId" from orders where store_id = $1 and external_id = any($2::text[])
           order by external_id = $3 desc limit 1`,
    values: [storeId, formsOf(externalId), externalId],
  })) ?? null;

/** API3: the order with an id, or with an external id. An id of ours comes first. PostgreSQL stores no NUL. */
export const orderFindAny = async (db: Queryable, storeId: string, id: string): Promise<OrderRow | undefined> =>
  id.includes('\0')
    ? undefined
    : isId(id)
      ? orderFind(db, storeId, id).then((found) => found ?? orderFindExternal(db, storeId, id))
      : orderFindExternal(db, storeId, id);

const orderFindExternal = (db: Queryable, storeId: string, externalId: string): Promise<OrderRow | undefined> =>
  queryRow(db, {
    name: 'order-find-external',
    text: `select ${orderColumns} from orders where store_id = $1 and (external_id = any($2::text[]) or order_id = any(array(
             select a.order_id from order_aliases a where a.store_id = $1 and a.external_id = any($2::text[]))))
           order by external_id = $3 desc limit 1`,
    values: [storeId, formsOf(externalId), externalId],
  });

/** An order found by a name: its number or one of its ids. */
export type NamedOrder = { name: string; orderId: string; number: string | null };

/** The orders of a store with these names: number, external id or order id. One name may match several orders. */
export const orderFindNamed = (db: Queryable, storeId: string, names: readonly string[]): Promise<NamedOrder[]> =>
  queryRows(db, {
    name: 'order-find-named',
    text: `
      select distinct name, o.order_id as "orderId", o.number
      from unnest($2::text[]) as name
      cross join lateral (
        select order_id, number from orders where store_id = $1 and number = name
        union select order_id, number from orders where store_id = $1 and external_id = name
        union select order_id, number from orders
          where store_id = $1 and order_id = case when name ~* $3 then name::uuid end
      ) o`,
    values: [storeId, [...new Set(names)].filter((name) => name !== ''), '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'],
  });

/** An order by its id, locked until the transaction ends; undefined if there is none. */
export const orderLockById = (db: Queryable, orderId: string): Promise<OrderRow | undefined> =>
  queryRow(db, {
    name: 'order-lock-by-id',
    text: `select ${orderColumns} from orders where order_id = $1 for update`,
    values: [orderId],
  });

/** Locks these orders until the transaction ends, in the order of their ids. */
export const orderLockMany = (db: Queryable, orderIds: readonly string[]): Promise<void> =>
  execute(db, {
    name: 'order-lock-many',
    text: 'select from orders where order_id = any($1::uuid[]) order by order_id for update',
    values: [orderIds],
  });

/** COM2: the only order of a checkout, locked until the transaction ends; undefined if there is none. The checkout's lock must be held. */
export const orderLockOfCheckout = (
  db: Queryable,
  storeId: string,
  checkoutId: string,
): Promise<OrderRow | undefined> =>
  queryRow(db, {
    name: 'order-lock-of-checkout',
    text: `select ${orderColumns} from orders where checkout_id = $1 and store_id = $2 for update`,
    values: [checkoutId, storeId],
  });

/** An order of a store, or undefined. */
export const orderFind = (db: Queryable, storeId: string, orderId: string): Promise<OrderRow | undefined> =>
  queryRow(db, {
    name: 'order-find',
    text: `select ${orderColumns} from orders where order_id = $1 and store_id = $2`,
    values: [orderId, storeId],
  });

/** The newest orders of a store by arrival; with `status`, only those with this status. */
export const orderList = (
  db: Queryable,
  storeId: string,
  status: OrderStatus | null,
  limit: number,
): Promise<OrderRow[]> =>
  queryRows(db, {
    text: `select ${orderColumns} from orders where store_id = $1 and ($2::text is null or status = $2)
     order by order_id desc limit $3`,
    values: [storeId, status, limit],
  });

/** Stores a new order. False if the external id exists already; waits for a transaction that inserts the same one. */
export const orderInsert = (db: Queryable, order: OrderRow): Promise<boolean> =>
  affectsOne(db, {
    name: 'order-insert',
    text: `insert into orders (${columns.map(([column]) => column).join(', ')})
           values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
           on conflict (store_id, external_id) where external_id is not null do nothing`,
    values: orderValues(order),
  });

/** Stores new orders; at most 2,000, since a statement has a bounded number of values. */
export async function orderInsertMany(db: Queryable, orders: readonly OrderRow[]): Promise<void> {
  if (orders.length === 0) return;
  const rowOf = (_: OrderRow, row: number): string =>
    `(${columns.map((_column, index) => `$${row * columns.length + index + 1}`).join(', ')})`;
  await execute(db, {
    text: `insert into orders (${columns.map(([column]) => column).join(', ')}) values ${orders.map(rowOf).join(', ')}`,
    values: orders.flatMap(orderValues),
  });
}

/** Writes every member of an existing order; its lock must be held. */
export const orderUpdate = (db: Queryable, order: OrderRow): Promise<void> =>
  execute(db, {
    name: 'order-update',
    text: `update orders set ${columns.map(([column], index) => `${column} = $${index + 1}`).join(', ')} where order_id = $1`,
    values: orderValues(order),
  });

/** COM3: whether a checkout has an order that is paid or may still be paid. */
export const orderIsUnderWay = (db: Queryable, checkoutId: string): Promise<boolean> =>
  queryOneValue(db, {
    name: 'order-is-under-way',
    text: `select exists (
             select from orders where checkout_id = $1 and status in ('pending', 'processing', 'paid')) as found`,
    values: [checkoutId],
  });

/**
 * COM5: updates the state of an order's checkout: `ordered` while the order may be paid, and permanently `paid` after the payment. Clears
 * the abandonment time, so that no reminder is sent while an order is in progress (COM3). The checkout's lock must be held.
 */
export async function checkoutUpdateFromOrder(
  db: Queryable,
  { checkoutId, status }: { checkoutId: string; status: OrderStatus },
): Promise<void> {
  const state = status === 'paid' ? 'paid' : status === 'pending' || status === 'processing' ? 'ordered' : null;
  if (state === null) return;
  await execute(db, {
    name: 'checkout-update-from-order',
    text: `
      update checkouts set state = case when state = 'paid' then state else $2 end, abandon_at = null
      where checkout_id = $1 and (state not in ($2, 'paid') or abandon_at is not null)`,
    values: [checkoutId, state],
  });
}

/** When the buyer of an order first paid another order of the store, milliseconds since 1970; null: never, or the buyer is unknown. */
export const orderBuyerSince = async (db: Queryable, storeId: string, orderId: string): Promise<number | null> =>
  (await queryValue(db, {
    name: 'order-buyer-since',
    text: `select ${milliseconds('min(paid_at)')} from orders
           where store_id = $1 and buyer = (select buyer from orders where order_id = $2) and order_id <> $2`,
    values: [storeId, orderId],
  })) ?? null;

import type { OrderStatus } from '@retoma/commerce';
import type { Queryable } from '../pool.ts';

/** A member of an order that is kept as the JSON it came as. */
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
  customer: Details | null;
  items: readonly Details[] | null;
  shipping: Details | null;
  payment: Details | null;
  tracking: Details | null;
  paidLate: boolean;
  paidAt: number | null;
  createdAt: number;
  updatedAt: number;
};

/** Each column with its member, in the order of the parameters. */
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
  ['customer', 'customer', 'json'],
  ['items', 'items', 'json'],
  ['shipping', 'shipping', 'json'],
  ['payment', 'payment', 'json'],
  ['tracking', 'tracking', 'json'],
  ['paid_late', 'paidLate', 'boolean'],
  ['paid_at', 'paidAt', 'instant'],
  ['created_at', 'createdAt', 'instant'],
  ['updated_at', 'updatedAt', 'instant'],
] as const satisfies readonly (readonly [string, keyof OrderRow, string])[];

const selected = columns
  .map(([column, member, type]) =>
    type === 'instant'
      ? `floor(extract(epoch from ${column}) * 1000)::bigint as "${member}"`
      : `${column} as "${member}"`,
  )
  .join(', ');

const valuesOf = (order: OrderRow): unknown[] =>
  columns.map(([, member, type]) => {
    const value = order[member];
    if (value === null) return null;
    if (type === 'json') return JSON.stringify(value);
    return type === 'instant' ? new Date(value as number).toISOString() : value;
  });

/** The order a store's own system calls so, locked until the transaction ends; undefined where there is none. */
export async function orderLock(db: Queryable, storeId: string, externalId: string): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>({
    name: 'order-lock',
    text: `select ${selected} from orders where store_id = $1 and external_id = $2 for update`,
    values: [storeId, externalId],
  });
  return rows[0];
}

/** Stores a new order. False where another transaction has stored one of that external id; one that is about to is waited for. */
export async function orderInsert(db: Queryable, order: OrderRow): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'order-insert',
    text: `insert into orders (${columns.map(([column]) => column).join(', ')})
           values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
           on conflict (store_id, external_id) where external_id is not null do nothing`,
    values: valuesOf(order),
  });
  return rowCount === 1;
}

/** Writes every member of an order that is there; its lock must be held. */
export async function orderUpdate(db: Queryable, order: OrderRow): Promise<void> {
  await db.query({
    name: 'order-update',
    text: `update orders set ${columns.map(([column], index) => `${column} = $${index + 1}`).join(', ')} where order_id = $1`,
    values: valuesOf(order),
  });
}

/** E3: whether a checkout has an order that is paid or may still be. */
export async function orderIsUnderWay(db: Queryable, checkoutId: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({
    name: 'order-is-under-way',
    text: `select exists (
             select from orders where checkout_id = $1 and status in ('pending', 'processing', 'paid')) as found`,
    values: [checkoutId],
  });
  return rows[0]!.found;
}

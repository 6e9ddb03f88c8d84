import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryRows } from '../../../base/postgres/query.ts';

/** COM30: what a store offers besides the cart. Amounts in cents. */
export type OrderBump = {
  bumpId: string;
  title: string;
  description: string | null;
  image: string | null;
  sku: string | null;
  price: number;
  originalPrice: number | null;
  requiresShipping: boolean;
  /** Ids or SKUs of products with which it is offered; empty: with all. */
  products: string[];
};

/** An order bump of a store. */
export type OrderBumpRow = OrderBump & { storeId: string; active: boolean };

/** The members of an `OrderBump` as columns of `b`. */
export const orderBumpColumns = `
  b.bump_id as "bumpId", b.title, b.description, b.image, b.sku, b.price_cents as price,
  b.original_price_cents as "originalPrice", b.requires_shipping as "requiresShipping", b.products`;

/** The order bumps of a store: the active one, then the newest first. Up to `limit`. */
export const orderBumpList = (db: Queryable, storeId: string, limit: number): Promise<OrderBumpRow[]> =>
  queryRows(db, {
    name: 'order-bump-list',
    text: `select ${orderBumpColumns}, b.store_id as "storeId", b.active from order_bumps b where b.store_id = $1
           order by b.active desc, b.bump_id desc limit $2`,
    values: [storeId, limit],
  });

/** Stores a new, active order bump. The store's active one must have ended before. */
export const orderBumpInsert = (db: Queryable, bump: Omit<OrderBumpRow, 'active'>): Promise<void> =>
  execute(db, {
    text: `insert into order_bumps (bump_id, store_id, title, description, image, sku, price_cents, original_price_cents,
             requires_shipping, products) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      bump.bumpId,
      bump.storeId,
      bump.title,
      bump.description,
      bump.image,
      bump.sku,
      bump.price,
      bump.originalPrice,
      bump.requiresShipping,
      bump.products,
    ],
  });

/** Ends the active order bump of a store; orders keep it. False: there is none. */
export const orderBumpEnd = (db: Queryable, storeId: string): Promise<boolean> =>
  affectsOne(db, {
    text: 'update order_bumps set active = false where store_id = $1 and active',
    values: [storeId],
  });

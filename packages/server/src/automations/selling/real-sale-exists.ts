import type { Queryable } from '../../base/postgres/pool.ts';
import { queryOneValue } from '../../base/postgres/query.ts';
import { isSale, joinSale } from '../../shop/orders/queries/sales.ts';

/** COM41: whether a store has a sale whose money was received. `simulated`: the providers that move no money. */
export const realSaleExists = (db: Queryable, storeId: string, simulated: readonly string[]): Promise<boolean> =>
  queryOneValue(db, {
    name: 'real-sale-exists',
    text: `select exists (select from orders o ${joinSale('$2')}
      where o.store_id = $1 and ${isSale} and o.paid_at is not null and sale.kind = 'received')`,
    values: [storeId, simulated],
  });

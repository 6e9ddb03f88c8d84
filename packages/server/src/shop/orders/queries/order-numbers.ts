import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryOneValue } from '../../../base/postgres/query.ts';

/** The next number of a store's orders, from 1001 on. Other transactions that take one for the same store wait until this one ends. */
export const orderNumberTake = (db: Queryable, storeId: string): Promise<string> =>
  queryOneValue(db, {
    name: 'order-number-take',
    text: `insert into order_numbers (store_id, last_number) values ($1, 1001)
           on conflict (store_id) do update set last_number = order_numbers.last_number + 1
           returning last_number::text as number`,
    values: [storeId],
  });

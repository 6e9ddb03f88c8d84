import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryColumn } from '../../base/postgres/query.ts';

/** Stores that a user may be a member of a store. */
export const userStoreInsert = (db: Queryable, userId: string, storeId: string): Promise<void> =>
  execute(db, {
    text: 'insert into user_stores (user_id, store_id) values ($1, $2) on conflict (user_id, store_id) do nothing',
    values: [userId, storeId],
  });

/** Removes a user's membership of a store. */
export const userStoreDelete = (db: Queryable, userId: string, storeId: string): Promise<void> =>
  execute(db, { text: 'delete from user_stores where user_id = $1 and store_id = $2', values: [userId, storeId] });

/** The stores that a user may be a member of. */
export const userStoreIds = (db: Queryable, userId: string): Promise<string[]> =>
  queryColumn(db, { text: 'select store_id from user_stores where user_id = $1', values: [userId] });

/** The stores that any user may be a member of. */
export const userStoreIdsOfAll = (db: Queryable): Promise<string[]> =>
  queryColumn(db, { text: 'select distinct store_id from user_stores' });

import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryValue } from '../../../base/postgres/query.ts';

/** The test store of a store, which stays locked until the transaction ends; undefined: it has none. */
export async function testStoreFind(tx: Queryable, storeId: string): Promise<string | undefined> {
  await execute(tx, { text: 'select from stores where store_id = $1 for no key update', values: [storeId] });
  return queryValue(tx, {
    text: 'select store_id from stores where test_of = $1 and deleted_at is null',
    values: [storeId],
  });
}

/** TST2: copies the settings of a store to its test store, as every later change does (migration 0046). */
export const storeCopySettings = (tx: Queryable, storeId: string): Promise<void> =>
  execute(tx, { text: 'update stores set name = name where store_id = $1', values: [storeId] });

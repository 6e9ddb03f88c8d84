import { queryColumn, queryRows } from '../../../packages/server/src/base/postgres/query.ts';
import { shardOf } from '../../../packages/server/src/base/ids.ts';
import type { Product } from '../../load/product.ts';

/** Columns without ids of a store: of people, of the processes that hold leases, and the hash of a buyer. */
const shared = [
  'user_id',
  'invited_by',
  'requested_by',
  'draft_saved_by',
  'published_by',
  'subject_id',
  'lease_id',
  'buyer',
];

/** SHD1: ids of one shard that are in the database of another, and ids above shard 0 that name another shard; as text, none if all is well. */
export async function foreignIds(product: Product): Promise<string[]> {
  const wrong: string[] = [];
  const seen = new Map<string, number>();
  await product.inEveryShard(async (db, shard) => {
    const columns = await queryRows<{ table: string; column: string }>(db, {
      text: `select quote_ident(table_name) as table, quote_ident(column_name) as column from information_schema.columns
             join information_schema.tables using (table_schema, table_name)
             where table_schema = current_schema() and udt_name = 'uuid' and table_type = 'BASE TABLE' and column_name <> all ($1)`,
      values: [shared],
    });
    for (const { table, column } of columns) {
      const ids = await queryColumn<string>(db, {
        text: `select distinct ${column} as id from ${table} where ${column} is not null`,
      });
      for (const id of ids) {
        const other = seen.get(id);
        if (other !== undefined && other !== shard)
          wrong.push(`${id} is in shards ${other} and ${shard}: ${table}.${column}`);
        if (shardOf(id) !== shard) wrong.push(`${id} is in shard ${shard}: ${table}.${column}`);
        seen.set(id, shard);
      }
    }
  });
  return wrong;
}

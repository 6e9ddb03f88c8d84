import type { Queryable } from '../../pool.ts';
import { affectsOne, queryRows } from '../../query.ts';

// Every column that is sealed with the server's secret (seal.ts), with the context that its values are bound to.
const columns = {
  connections: { id: 'connection_id', column: 'credentials', context: 'connection_id::text' },
  payment_accounts: { id: 'account_id', column: 'credentials', context: 'account_id::text' },
  pending_payment_changes: { id: 'change_id', column: 'request', context: 'change_id::text' },
  second_factors: { id: 'user_id', column: 'secret', context: `'totp:' || user_id::text` },
} as const;

/** A table with sealed values. */
export type SealedTable = keyof typeof columns;

/** The tables with sealed values. */
export const sealedTables = Object.keys(columns) as SealedTable[];

/** A sealed value: the id of its row, its context, and the bytes. */
export type SealedValue = { readonly id: string; readonly context: string; readonly sealed: Buffer };

/** The sealed values of a table after an id, in the order of their ids. */
export async function sealedValueList(
  db: Queryable,
  table: SealedTable,
  after: string,
  limit: number,
): Promise<SealedValue[]> {
  const { id, column, context } = columns[table];
  return queryRows(db, {
    text: `select ${id} as id, ${context} as context, ${column} as sealed from ${table}
     where ${column} is not null and ${id} > $1 order by ${id} limit $2`,
    values: [after, limit],
  });
}

/** Replaces a sealed value; false if it has changed meanwhile. */
export async function sealedValueReplace(
  db: Queryable,
  table: SealedTable,
  { id: of, sealed }: SealedValue,
  fresh: Buffer,
): Promise<boolean> {
  const { id, column } = columns[table];
  return affectsOne(db, {
    text: `update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`,
    values: [of, sealed, fresh],
  });
}

import type { Queryable } from '../pool.ts';
import { affectsOne, queryRows } from '../query.ts';

/** A column that is sealed with the server's secret (seal.ts). `context`: the expression that its values are bound to. */
export type SealedColumn = {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly context: string;
};

/** The sealed columns of stores. */
export const storeSealedColumns: readonly SealedColumn[] = [
  { table: 'connections', id: 'connection_id', column: 'credentials', context: 'connection_id::text' },
  { table: 'freight_accounts', id: 'account_id', column: 'credentials', context: 'account_id::text' },
  { table: 'freight_accounts', id: 'account_id', column: 'session', context: 'account_id::text' },
  { table: 'payment_accounts', id: 'account_id', column: 'credentials', context: 'account_id::text' },
  { table: 'pending_payment_changes', id: 'change_id', column: 'request', context: 'change_id::text' },
  {
    table: 'platform_connections',
    id: 'connection_id',
    column: 'secrets',
    context: 'connection_id::text',
  },
  { table: 'platform_connections', id: 'connection_id', column: 'credentials', context: 'connection_id::text' },
  { table: 'platform_deliveries', id: 'delivery_id', column: 'body', context: 'delivery_id::text' },
  { table: 'webhook_endpoints', id: 'endpoint_id', column: 'secret', context: 'endpoint_id::text' },
  { table: 'webhook_endpoints', id: 'endpoint_id', column: 'previous_secret', context: 'endpoint_id::text' },
];

/** A sealed value: the id of its row, its context, and the bytes. */
export type SealedValue = { readonly id: string; readonly context: string; readonly sealed: Buffer };

/** The sealed values of a column after an id, in the order of their ids. */
export async function sealedValueList(
  db: Queryable,
  { table, id, column, context }: SealedColumn,
  after: string,
  limit: number,
): Promise<SealedValue[]> {
  return queryRows(db, {
    text: `select ${id} as id, ${context} as context, ${column} as sealed from ${table}
     where ${column} is not null and ${id} > $1 order by ${id} limit $2`,
    values: [after, limit],
  });
}

/** Replaces a sealed value; false if it has changed meanwhile. */
export async function sealedValueReplace(
  db: Queryable,
  { table, id, column }: SealedColumn,
  { id: of, sealed }: SealedValue,
  fresh: Buffer,
): Promise<boolean> {
  return affectsOne(db, {
    text: `update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`,
    values: [of, sealed, fresh],
  });
}

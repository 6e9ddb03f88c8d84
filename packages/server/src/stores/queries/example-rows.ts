import type { Queryable } from '../../base/postgres/pool.ts';
import { execute } from '../../base/postgres/query.ts';

/** The tables with the rows of shoppers and runs, those that refer to others first. */
export const exampleTables = [
  'sandbox_messages',
  'short_links',
  'inbound_messages',
  'messages',
  'run_counters',
  'run_timers',
  'run_inputs',
  'runs',
  'event_queue',
  'events',
  'sandbox_payments',
  'refunds',
  'order_activities',
  'payments',
  'orders',
  'order_numbers',
  'shoppers',
  'checkouts',
  'consents',
  'opt_outs',
] as const;

/** Deletes what a store has of shoppers and runs. */
export async function exampleRowsDelete(db: Queryable, storeId: string): Promise<void> {
  for (const table of exampleTables)
    await execute(db, { text: `delete from ${table} where store_id = $1`, values: [storeId] });
}

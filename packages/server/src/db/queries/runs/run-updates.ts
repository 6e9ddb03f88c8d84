import type { Queryable } from '../../pool.ts';

/**
 * Notifies every process that listens on `run_updated`. Each update is a text: a store's id and the ids of its changed runs; without run
 * ids, any of the store's runs may have changed.
 */
export async function runUpdateNotify(db: Queryable, updates: readonly string[]): Promise<void> {
  await db.query(`select pg_notify('run_updated', notified) from unnest($1::text[]) as n (notified)`, [updates]);
}

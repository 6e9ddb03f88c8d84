import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute } from '../../../base/postgres/query.ts';

/**
 * Notifies every process that listens on `run_updated`. Each update is a text: a store's id and the ids of its changed runs; without run
 * ids, any of the store's runs may have changed.
 */
export const runUpdateNotify = (db: Queryable, updates: readonly string[]): Promise<void> =>
  execute(db, {
    text: `select pg_notify('run_updated', notified) from unnest($1::text[]) as n (notified)`,
    values: [updates],
  });

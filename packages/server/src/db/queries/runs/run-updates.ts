import type { Queryable } from '../../pool.ts';

/** Publishes runs to every process that listens on `run_updated`: texts of a store's id and those of its runs, none: some of them. */
export async function runUpdateNotify(db: Queryable, updates: readonly string[]): Promise<void> {
  await db.query(`select pg_notify('run_updated', told) from unnest($1::text[]) as n (told)`, [updates]);
}

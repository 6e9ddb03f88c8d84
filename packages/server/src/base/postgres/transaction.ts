import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { ReadTimeout } from './driver/client.ts';
import { isReadOnly, isUnavailable, type Database } from './pool.ts';

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. If the connection breaks between two statements,
 * the next one throws.
 */
export async function inTransaction<T>(db: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is discarded. One that timed out is discarded without waiting for it again, and one to a server that
    // is not the primary any more because it would stay there.
    if (error instanceof ReadTimeout || isReadOnly(error)) client.release(true);
    else
      await client.query('rollback').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
    throw error;
  }
}

/**
 * Runs statements in one transaction and one round trip, and returns their results. Either all are committed or none. No statement may
 * depend on the result of another. `db` must have pipelined connections.
 */
export async function inOneTrip(db: Database, statements: readonly QueryConfig[]): Promise<QueryResult[]> {
  const client = await db.connect();
  const sent = [{ text: 'begin' }, ...statements, { text: 'commit' }].map((statement) => client.query(statement));
  const settled = await Promise.allSettled(sent);
  const failed = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  // If PostgreSQL rejects a statement, the ones after it fail too and the commit rolls back: the connection stays usable.
  client.release(failed !== undefined && isUnavailable(failed.reason));
  if (failed) throw failed.reason;
  return settled.slice(1, -1).map((result) => (result as PromiseFulfilledResult<QueryResult>).value);
}

import type { PoolClient } from 'pg';
import { ReadTimeout } from './client.ts';
import type { Database } from './pool.ts';

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Where the connection dies between two
 * statements, the next one throws.
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
    // A connection that cannot even roll back is thrown away; so is one that is silent, without waiting for it once more.
    if (error instanceof ReadTimeout) client.release(error);
    else
      await client.query('rollback').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
    throw error;
  }
}

import type { PoolClient } from 'pg';
import { isReadTimeout, type Database } from './pool.ts';

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Where the connection dies between two
 * statements, the next one throws.
 */
export async function inTransaction<T>(db: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect();
  // The pool listens only to idle connections; an error that nobody listens to would end the process.
  client.on('error', ignore);
  const release = (broken?: Error): void => {
    client.off('error', ignore);
    client.release(broken);
  };
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away; so is one that is silent, without waiting for it once more.
    if (isReadTimeout(error)) release(error as Error);
    else await client.query('rollback').then(() => release(), release);
    throw error;
  }
}

const ignore = (): void => {};

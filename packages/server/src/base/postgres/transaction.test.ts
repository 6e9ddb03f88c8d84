import { expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/test-service.ts';
import { openPool } from './pool.ts';
import { inTransaction } from './transaction.ts';

test('a connection that dies between two statements fails its transaction, and has no other effect', async () => {
  const database = await cloneDatabase();
  const db = openPool(database.url, 2, () => {});
  const listeners: number[] = [];
  const broken = inTransaction(db, async (client) => {
    listeners.push(client.listenerCount('error'));
    // Not `once` of node:events, which rejects at the error before the end.
    const dead = new Promise((resolve) => void client.once('end', resolve));
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await db.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await dead;
    await client.query('select 1');
  });
  await expect(broken).rejects.toThrow(/not queryable|terminat|closed/i);
  const result = await inTransaction(
    db,
    async (client) => (await client.query<{ one: number }>('select 1 as one')).rows,
  );
  expect(result).toEqual([{ one: 1 }]);
  expect(listeners[0]).toBeGreaterThan(0);
  await db.end();
  await database.drop();
});

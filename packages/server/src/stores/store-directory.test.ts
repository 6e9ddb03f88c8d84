import { unaudited } from '../members/audit/testing/unaudited.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen } from '../base/postgres/listener.ts';
import { openPool, type Database } from '../base/postgres/pool.ts';
import { connectClient, Servers } from '../base/postgres/servers.ts';
import { cloneDatabase } from '../testing/test-service.ts';
import { changeStore, createStore } from './manage-stores.ts';
import { StoreDirectory, storeChanges } from './store-directory.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 3, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

describe('the store directory', () => {
  test('[CHK10] queries the database once in 3 s, for any number of requests', async () => {
    const { storeId } = await createStore(db, 'Loja');
    const query = vi.spyOn(db, 'query');
    let now = 0;
    const directory = new StoreDirectory(db, () => now);
    const found = await Promise.all(Array.from({ length: 100 }, async () => directory.find(storeId)));
    expect(found.every((store) => store?.name === 'Loja')).toBe(true);
    now = 2_999;
    expect(directory.find(storeId)).not.toBeInstanceOf(Promise);
    expect(query).toHaveBeenCalledTimes(1);
    now = 3_000;
    await directory.find(storeId);
    expect(query).toHaveBeenCalledTimes(2);
    // The clock was set back.
    now = 0;
    await directory.find(storeId);
    expect(query).toHaveBeenCalledTimes(3);
    query.mockRestore();
  });

  test('caches that a store does not exist', async () => {
    const directory = new StoreDirectory(db, () => 0);
    const unknownId = randomUUID();
    expect(await directory.find(unknownId)).toBeUndefined();
    expect(directory.find(unknownId)).toBeUndefined();
  });

  test('[CHK10] applies a change at once when its notification arrives, and the listener survives its connection', async () => {
    const { storeId } = await createStore(db, 'Loja');
    const directory = new StoreDirectory(db, () => 0); // time stands still, so that only notifications can help
    const watching = listen({
      connect: () => connectClient(new Servers(database.url), { application_name: 'watched' }),
      channels: storeChanges(directory),
      onGap: () => directory.forget(),
    });
    const activeSoon = (active: boolean) =>
      expect.poll(async () => (await directory.find(storeId))?.active).toBe(active);
    const listening = () =>
      expect
        .poll(async () => {
          const { rows } = await db.query(
            `select pid from pg_stat_activity where application_name = 'watched' and query like 'listen%'`,
          );
          return rows;
        })
        .toHaveLength(1);
    await listening();
    await activeSoon(true);
    await changeStore(db, storeId, { active: false }, unaudited);
    await activeSoon(false);
    await db.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'watched'`);
    await changeStore(db, storeId, { active: true }, unaudited);
    await listening();
    await activeSoon(true);
    await watching.stop();
  });

  test('discards a load during which a change happened', async () => {
    const { storeId } = await createStore(db, 'Loja');
    const directory = new StoreDirectory(db, () => 0);
    const loading = directory.find(storeId);
    directory.forget(storeId);
    await loading;
    const again = directory.find(storeId);
    expect(again).toBeInstanceOf(Promise);
    await again;
  });
});

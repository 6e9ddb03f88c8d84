import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Database } from '../postgres/pool.ts';
import { cloneDatabase, type TestDatabase } from '../../testing/test-service.ts';
import { ofOwnSchema } from './own-schema.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 1, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

test('[SHD4] a shard is not woken by the notifications of another schema of its database', async () => {
  let woken = 0;
  const notify = ofOwnSchema(db, () => woken++);
  // Until the name is known every notification counts.
  notify('shard_001');
  expect(woken).toBe(1);
  await expect
    .poll(() => {
      const before = woken;
      notify('shard_001');
      return woken - before;
    })
    .toBe(0);
  const before = woken;
  for (const schema of ['public', '', undefined]) notify(schema);
  expect(woken - before).toBe(3);
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateText } from '@retoma/flow';
import { openPool, type Database } from '../../db/pool.ts';
import { automationList, automationSetActive } from '../../db/queries/automations.ts';
import { connectionListActive } from '../../db/queries/connections.ts';
import { ApiKeys } from '../../stores/api-key.ts';
import { setConnection } from '../../stores/connections.ts';
import { cloneDatabase } from '../../testing/test-service.ts';
import { ensureDemo } from './ensure-demo.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 2, () => {});
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

test('the automation of the demo store has neither errors nor warnings', () => {
  const text = readFileSync(new URL('recover-pix.json', import.meta.url), 'utf8');
  expect(validateText(text, { mode: 'block' })).toMatchObject({
    valid: true,
    structure: [],
    _validation: { totalErrors: 0, totalWarnings: 0 },
  });
});

test('the demo store is made ready once, and what was changed since stays', async () => {
  const keys = new ApiKeys('a secret for tests, thirty-two characters');
  const demo = await ensureDemo(db, keys);
  const { storeId } = demo;
  const [automation] = await automationList(db, storeId);
  expect(automation).toMatchObject({ name: 'Recuperar PIX', active: true, publishedVersion: 1 });
  await automationSetActive(db, storeId, automation!.automationId, false, 'hold');
  await setConnection(db, storeId, { channel: 'sms', provider: 'sandbox', perMinute: 5 });
  expect(await ensureDemo(db, keys)).toEqual(demo);
  expect(await automationList(db, storeId)).toMatchObject([{ active: false, publishedVersion: 1 }]);
  const paces = (await connectionListActive(db, [storeId])).map(({ channel, perMinute }) => [channel, perMinute]);
  expect(Object.fromEntries(paces)).toEqual({ email: null, sms: 5, whatsapp: null });
});

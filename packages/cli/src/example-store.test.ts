import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser, PanelBrowser, password } from '../../server/src/app/http/panel/testing/browser.ts';
import { startTestService, type TestService } from '../../server/src/testing/test-service.ts';
import type { CommandOutput, Input } from './command.ts';
import { storeCommands } from './commands/store.ts';

const email = 'dona@loja.example';

let service: TestService;
let home: string;
beforeAll(async () => {
  service = await startTestService();
  home = mkdtempSync(path.join(os.tmpdir(), 'retoma-example-'));
  await newUser(service, email, 'owner');
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Runs in this process. */
const retoma = (
  name: keyof typeof storeCommands,
  values: Input['values'],
  args: string[] = [],
): Promise<CommandOutput> =>
  storeCommands[name].run({
    values,
    args,
    json: true,
    environment: { DATABASE_URL: service.databaseUrl, RETOMA_HOME: home },
  });

test('[AUT15] [AUT17] retoma store example makes one store for a user, and store delete removes it', async () => {
  const made = (await retoma('store example', { email: 'Dona@loja.example' })).json as { storeId: string };
  expect(made).toEqual({ storeId: made.storeId, isNew: true });
  expect((await retoma('store example', { email })).json).toEqual({ storeId: made.storeId, isNew: false });
  const { stores } = (await retoma('store list', {})).json as { stores: object[] };
  expect(stores).toMatchObject([{ example: false }, { storeId: made.storeId, example: true }]);

  const browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email, password });
  const { orders } = (await browser.get(`/stores/${made.storeId}/orders`)).body as { orders: object[] };
  expect(orders.length).toBeGreaterThan(0);

  const live = await retoma('store set', { domain: 'pay.loja.example' }, [made.storeId]);
  expect(live).toMatchObject({ exitCode: 1, json: { error: 'EXAMPLE_STORE' } });
  expect((await retoma('store delete', { yes: true }, [made.storeId])).json).toMatchObject({ deleted: true });
  expect((await browser.get(`/stores/${made.storeId}/orders`)).status).toBe(404);
});

test('[AUT15] a user who does not exist is refused', async () => {
  const refused = await retoma('store example', { email: 'x@loja.example' });
  expect(refused).toMatchObject({ exitCode: 1, json: { error: 'USER_NOT_FOUND' } });
});

test('[TST1] [TST6] retoma store test makes one test store, in which retoma store advance lets time pass', async () => {
  const { storeId } = (await retoma('store create', { name: 'Loja Aurora' })).json as { storeId: string };
  const { testStoreId } = (await retoma('store test', {}, [storeId])).json as { testStoreId: string };
  expect((await retoma('store test', {}, [storeId])).json).toEqual({ storeId, testStoreId });
  expect(await retoma('store test', {}, [testStoreId])).toMatchObject({ exitCode: 1, json: { error: 'TEST_STORE' } });
  const advanced = await retoma('store advance', { minutes: '120' }, [testStoreId]);
  expect(advanced.json).toEqual({ storeId: testStoreId, minutes: 120 });
  const refused = await retoma('store advance', { minutes: '120' }, [storeId]);
  expect(refused).toMatchObject({ exitCode: 1, json: { error: 'NOT_TEST_MODE' } });
  const { stores } = (await retoma('store list', {})).json as { stores: { storeId: string }[] };
  expect(stores.map((one) => one.storeId)).not.toContain(testStoreId);
});

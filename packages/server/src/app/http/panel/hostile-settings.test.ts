// A service and an engine whose role has settings of its own (`alter role … set …`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventData, minute, readRuns, send, textsOf, wait } from '../../../testing/engine-reading.ts';
import { serviceRole } from '../../../testing/global-setup.ts';
import { smallCart, startTestService, type TestDatabase, type TestService } from '../../../testing/test-service.ts';
import { startTestEngine } from '../../../testing/test-engine.ts';
import { newUser, PanelBrowser, password } from './testing/browser.ts';

/**
 * Every setting of a role that changes what a statement does, or how its values are written. Its timeouts apply until a session has its
 * own settings (`session-settings.test.ts`).
 */
const hostile = {
  datestyle: 'German, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Asia/Kathmandu',
  extra_float_digits: '-15',
  bytea_output: 'escape',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  client_encoding: 'LATIN1',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
};

/** Gives the service's role the settings in one database, and ends its connections: the pools connect again. */
const makeHostile = ({ asOwner }: Pick<TestDatabase, 'asOwner'>): Promise<void> =>
  asOwner(`do $$ declare setting record; begin
    for setting in select * from json_each_text('${JSON.stringify(hostile)}') loop
      execute format('alter role ${serviceRole} in database %I set %I to %L', current_database(), setting.key, setting.value);
    end loop;
    perform pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and usename = '${serviceRole}';
  end $$`);

let service: TestService;
let owner: PanelBrowser;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: '0' });
  await newUser(service, 'dona@loja.example', 'owner');
  await makeHostile(service);
  owner = new PanelBrowser(service);
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
});
afterAll(() => service.stop());

test('[CHK27] a role with settings of its own sees the instants of the panel as any other', async () => {
  const at = `/stores/${service.storeId}/keys`;
  const { body } = await owner.get(at);
  const [key] = body['keys'] as { keyId: string; createdAt: string; ended: boolean }[];
  expect(Math.abs(Date.parse(key!.createdAt) - Date.now())).toBeLessThan(10 * minute);
  const rotated = await owner.post(`${at}/${key!.keyId}/rotate`, { endOldNow: true });
  expect(rotated.status).toBe(200);
  const after = (await owner.get(at)).body['keys'] as { keyId: string; ended: boolean }[];
  expect(after.find(({ keyId }) => keyId === key!.keyId)).toMatchObject({ ended: true });

  const account = await owner.get('/account');
  const [session] = account.body['sessions'] as { seenAt: string }[];
  expect(Math.abs(Date.parse(session!.seenAt) - Date.now())).toBeLessThan(10 * minute);
  const activity = await owner.get(`/stores/${service.storeId}/activity`);
  const [entry] = activity.body['entries'] as { at: string }[];
  expect(Math.abs(Date.parse(entry!.at) - Date.now())).toBeLessThan(10 * minute);
});

test('[CHK27] a checkout with an emoji is created and paid for on such a role', async () => {
  const cart = { cart: { items: [{ ...smallCart.cart.items[0]!, title: 'Bolo 🎂 e cafezinho' }] } };
  const created = await service.post(cart);
  expect(created.status).toBe(201);
  const { checkoutUrl } = (await created.json()) as { checkoutUrl: string };
  const page = await fetch(checkoutUrl.replace(service.context.baseUrl, service.baseUrl));
  expect(await page.text()).toContain('Bolo 🎂 e cafezinho');
});

test('[CHK27] a run waits and sends on such a role', async () => {
  const engine = await startTestEngine();
  await makeHostile(engine);
  await engine.publish({ steps: [wait(30), send('Ainda aí? 🎂')] as never });
  await engine.happen({ type: 'pix.generated', data: eventData });
  await engine.settle();
  expect(engine.delivered).toEqual([]);
  engine.pass(30 * minute);
  await engine.settle();
  expect(textsOf(engine.delivered)).toEqual(['Ainda aí? 🎂']);
  expect(await readRuns(engine)).toMatchObject([{ status: 'completed' }]);
  await engine.stop();
});

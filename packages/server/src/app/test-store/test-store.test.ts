import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from 'pg';
import { abandonCheckouts } from '../../shop/checkouts/abandon-checkouts.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';
import { checkInvariants } from '../../automations/engine/invariants/check-invariants.ts';
import { automate, engineOf, orderOf, sendEvent, settle, zelia } from '../../privacy/testing/full-purchase.ts';
import { newUser, PanelBrowser, password } from '../http/panel/testing/browser.ts';
import { dueDates, movedDates } from './queries/store-dates.ts';

let service: TestService;
let owner: PanelBrowser;
let reader: PanelBrowser;
let testStoreId: string;

beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'dona@loja.example', 'owner');
  await newUser(service, 'leitor@loja.example', 'reader');
  [owner, reader] = [new PanelBrowser(service), new PanelBrowser(service)];
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
  await reader.post('/sign-in', { email: 'leitor@loja.example', password });
  testStoreId = String((await owner.post(`/stores/${service.storeId}/test-store`)).body['testStoreId']);
});
afterAll(() => service.stop());

const code = (path: string, body: object = {}): Promise<unknown> =>
  owner.code(owner.post(`/stores/${testStoreId}${path}`, body));
const keyOf = async (storeId: string, kind: 'checkout' | 'secret'): Promise<string> =>
  String((await owner.post(`/stores/${storeId}/keys`, { kind })).body['key']);
const settingsOf = async (storeId: string) =>
  (await owner.get(`/stores/${storeId}/settings`)).body['settings'] as Record<string, unknown>;

describe('[TST1] the test store of a store', () => {
  test('is made once, also for two requests at once, and is beside its store', async () => {
    const opened = await Promise.all([1, 2].map(() => owner.post(`/stores/${service.storeId}/test-store`)));
    expect(opened.map(({ body }) => body['testStoreId'])).toEqual([testStoreId, testStoreId]);
    const { stores } = (await owner.get('/me')).body as { stores: { storeId: string; testOf: string | null }[] };
    expect(stores).toHaveLength(2);
    expect(stores).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ storeId: service.storeId, testOf: null }),
        expect.objectContaining({ storeId: testStoreId, testOf: service.storeId, role: 'owner' }),
      ]),
    );
  });

  test('is of a store only, not of a test store nor of example data', async () => {
    expect(await code('/test-store')).toBe('TEST_STORE');
    const { body } = await owner.post('/example-store');
    expect(await owner.code(owner.post(`/stores/${String(body['storeId'])}/test-store`))).toBe('EXAMPLE_STORE');
    expect(await reader.code(reader.post(`/stores/${service.storeId}/test-store`))).toBe('NOT_ALLOWED');
  });

  test('ends with its store', async () => {
    const { body } = await owner.post('/stores', { name: 'Outra' });
    const other = String(body['storeId']);
    const { body: opened } = await owner.post(`/stores/${other}/test-store`);
    await owner.post(`/stores/${other}/delete`, { name: 'Outra' });
    expect(await owner.code(owner.get(`/stores/${String(opened['testStoreId'])}/settings`))).toBe('NOT_FOUND');
  });
});

test('[TST2] its settings are those of its store, now and later, and are changed there', async () => {
  await owner.post(`/stores/${service.storeId}/settings`, {
    name: 'Loja Nova',
    abandonMinutes: 45,
    url: 'https://nova.example',
  });
  const { testOf: _, test: isTest, ...settings } = await settingsOf(testStoreId);
  const { testOf: _of, test: _test, ...live } = await settingsOf(service.storeId);
  expect(settings).toEqual(live);
  expect([settings['abandonMinutes'], isTest]).toEqual([45, true]);
  expect(await code('/settings', { abandonMinutes: 60 })).toBe('TEST_STORE');
});

test('[TST2] every column of settings is copied', async () => {
  const { rows } = await service.context.db.query<{ source: string; columns: string[] }>(
    `select prosrc as source, (select array_agg(column_name::text) from information_schema.columns
       where table_name = 'stores' and table_schema = current_schema()) as columns
     from pg_proc where proname = 'copy_settings_to_test_store'`,
  );
  const { source, columns } = rows[0]!;
  const own = new Set(['store_id', 'demo', 'created_at', 'live', 'example_of', 'test_of']);
  const missing = columns.filter((column) => !own.has(column) && !source.includes(`new.${column}`));
  expect(missing).toEqual([]);
});

test('[TST3] it reaches no one: no real provider, no domain, no going live, no team of its own', async () => {
  const receiver = { provider: 'pix-key', methods: ['pix'], settings: { key: 'dona@loja.example' }, credentials: {} };
  expect(await code('/payment-accounts', { ...receiver, saveAnyway: true })).toBe('TEST_STORE');
  expect(await code('/domains', { hostname: 'pay.loja.example' })).toBe('TEST_STORE');
  expect(await code('/selling', { live: true })).toBe('TEST_STORE');
  expect(await code('/team', { email: 'alguem@loja.example', role: 'reader' })).toBe('NOT_ALLOWED');
  for (const sql of [
    `insert into store_domains (store_id, hostname) values ('${testStoreId}', 'pay.loja.example')`,
    `insert into memberships (store_id, user_id, role, created_at) select '${testStoreId}', user_id, 'owner', now() from memberships limit 1`,
    `update connections set provider = 'twilio' where store_id = '${testStoreId}'`,
  ])
    await expect(service.context.db.query(sql)).rejects.toMatchObject({ constraint: 'forbid_in_test_store' });
  await expect(
    service.context.db.query('update stores set live = true where store_id = $1', [testStoreId]),
  ).rejects.toMatchObject({ constraint: 'stores_test_is_not_live' });
});

test('[TST4] its keys say that they are of test mode, and each world has its own checkouts', async () => {
  const [checkoutKey, secretKey] = [await keyOf(testStoreId, 'checkout'), await keyOf(testStoreId, 'secret')];
  expect(checkoutKey).toMatch(/^rtm_test_[0-9A-Za-z]{54}$/);
  expect(secretKey).toMatch(/^rtm_test_secret_[0-9A-Za-z]{54}$/);
  const created = await service.post(smallCart, { 'x-api-key': checkoutKey });
  const { checkoutId, storeId } = (await created.json()) as Record<string, string>;
  expect([created.status, storeId]).toEqual([201, testStoreId]);
  const read = async (key: string): Promise<number> =>
    (await fetch(`${service.baseUrl}/stores/external/checkout/${checkoutId}`, { headers: { 'x-api-key': key } }))
      .status;
  expect([await read(secretKey), await read(service.secretKey)]).toEqual([200, 404]);
  // A key with the other mode's name is none.
  expect(await read(secretKey.replace('rtm_test_', 'rtm_'))).toBe(401);
  expect(await read(service.secretKey.replace('rtm_', 'rtm_test_'))).toBe(401);
  const listed = async (storeId: string) => JSON.stringify((await owner.get(`/stores/${storeId}/checkouts`)).body);
  expect(await listed(testStoreId)).toContain(checkoutId);
  expect(await listed(service.storeId)).not.toContain(checkoutId);
});

test('[WHK1] [TST3] its webhooks say that they are tests', async () => {
  const { body } = await owner.post(`/stores/${testStoreId}/webhooks`, {
    url: 'https://loja.example/retoma',
    description: null,
    types: null,
    thin: false,
  });
  expect(body).toMatchObject({ success: true });
  const { rows } = await service.context.db.query('select test from webhook_endpoints where store_id = $1', [
    testStoreId,
  ]);
  expect(rows).toEqual([{ test: true }]);
});

test('[TST5] who works for the store works for its test store, with the same role', async () => {
  const path = `/stores/${testStoreId}/settings`;
  expect(await reader.code(reader.get(path))).toBe('NOT_ALLOWED');
  const stranger = new PanelBrowser(service);
  await newUser(service, 'estranha@fora.example');
  await stranger.post('/sign-in', { email: 'estranha@fora.example', password });
  expect(await stranger.code(stranger.get(path))).toBe('NOT_FOUND');
});

describe('[TST6] the clock of a test store', () => {
  const advance = (storeId: string, minutes: number) =>
    owner.code(owner.post(`/stores/${storeId}/test-clock`, { minutes }));

  test('abandons what would be abandoned by then, and nothing of its store', async () => {
    const { db, clock } = service.context;
    const withContact = { ...smallCart, customer: { name: 'Ana Souza', email: 'ana@cliente.example' } };
    const openOf = async (key: string): Promise<string> =>
      ((await (await service.post(withContact, { 'x-api-key': key })).json()) as { checkoutId: string }).checkoutId;
    const test = await openOf(await keyOf(testStoreId, 'checkout'));
    const live = await openOf(service.checkoutKey);
    const abandoned = async (): Promise<string[]> => {
      await abandonCheckouts({ db, clock }, 100);
      const { rows } = await db.query<{ id: string }>(
        `select checkout_id as id from checkouts where state = 'abandoned' and checkout_id = any($1)`,
        [[test, live]],
      );
      return rows.map(({ id }) => id);
    };
    expect(await advance(testStoreId, 44)).toBe(200);
    expect(await abandoned()).toEqual([]);
    expect(await advance(testStoreId, 1)).toBe(200);
    expect(await abandoned()).toEqual([test]);
    await advance(testStoreId, 30 * 24 * 60);
    const { rows } = await db.query('select state from checkouts where checkout_id = $1', [test]);
    expect(rows).toEqual([{ state: 'expired' }]);
  });

  test('ends the waits of runs by then, and no later ones', async () => {
    const engine = engineOf(service);
    await automate(service, testStoreId);
    await sendEvent(service, await keyOf(testStoreId, 'secret'), 'pix.generated', orderOf(zelia, 'Z-1'));
    await settle(engine);
    const sent = () => service.count(`messages where store_id = '${testStoreId}' and state = 'sent'`);
    expect(await sent()).toBe(2);
    await advance(testStoreId, 599);
    await settle(engine);
    expect(await sent()).toBe(2);
    // Far beyond the lateness at which a send is cancelled: what becomes due is due now.
    await advance(testStoreId, 3 * 24 * 60);
    await settle(engine);
    expect(await sent()).toBe(3);
    expect(await checkInvariants(engine)).toMatchObject({ ok: true, unaccounted: 0 });
  });

  test('moves by the public API too, once for an idempotency key', async () => {
    const secretKey = await keyOf(testStoreId, 'secret');
    const send = async (key: string, body: object, step = 'step-1') => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': step };
      const url = `${service.baseUrl}/stores/external/test/clock`;
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return [response.status, ((await response.json()) as { error?: { code: string } }).error?.code];
    };
    expect(await send(secretKey, { advanceMinutes: 5 })).toEqual([200, undefined]);
    expect(await send(secretKey, { advanceMinutes: 5 })).toEqual([200, undefined]);
    expect(await send(secretKey, { advanceMinutes: 0 }, 'step-2')).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await send(service.secretKey, { advanceMinutes: 5 })).toEqual([409, 'NOT_TEST_MODE']);
  });

  test('moves in test mode only', async () => {
    expect(await advance(service.storeId, 60)).toBe('NOT_TEST_MODE');
  });

  test('moves every date of what a store does, and each other date is fixed for a reason', async () => {
    const client = new Client({ connectionString: service.ownerUrl });
    await client.connect();
    const { rows } = await client.query<{ table: string; date: string }>(
      `select c.relname as "table", a.attname as date from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.atttypid = 'timestamptz'::regtype and not a.attisdropped
         and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'store_id')`,
    );
    await client.end();
    const moved = [...Object.entries(movedDates), ...Object.entries(dueDates)].flatMap(([table, dates]) =>
      dates.map((date) => `${table}.${date}`),
    );
    const isMoved = new Set<string>(moved);
    const all = rows.map(({ table, date }) => `${table}.${date}`);
    expect(moved.filter((one) => !all.includes(one))).toEqual([]);
    const left = all.filter((one) => !isMoved.has(one) && !fixedTables.has(one.split('.')[0]!));
    expect(left.toSorted()).toEqual(['webhook_endpoints.created_at', 'webhook_endpoints.leased_until']);
  });
});

/** Tables whose dates do not move: settings, keys, people who work for the store, records of what they did, limits of real time, leases. */
const fixedTables = new Set([
  'account_activities',
  'api_calls',
  'api_keys',
  'audit_log',
  'automation_versions',
  'automations',
  'bounces',
  'card_attempts',
  'connections',
  'consents',
  'contact_aliases',
  'conversion_destinations',
  'conversions',
  'copilot_messages',
  'copilot_usage',
  'coupons',
  'freight_accounts',
  'freight_quotes',
  'inbound_messages',
  'incidents',
  'invitations',
  'media',
  'memberships',
  'opt_outs',
  'order_bumps',
  'payment_accounts',
  'pending_payment_changes',
  'platform_connections',
  'platform_consents',
  'platform_deliveries',
  'privacy_requests',
  'rate_buckets',
  'recipient_counts',
  'role_amounts',
  'run_operations',
  'saved_views',
  'shipping_options',
  'shopper_attributions',
  'shopper_consents',
  'short_links',
  'store_domains',
  'stores',
  'suppressions',
]);

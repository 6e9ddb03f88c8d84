import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleTables } from '../../stores/queries/example-rows.ts';
import { checkInvariants } from '../../automations/engine/invariants/check-invariants.ts';
import { account as pixKeyAccount } from '../../providers/payments/pix-key/testing/account.ts';
import { engineOf } from '../../privacy/testing/full-purchase.ts';
import { newUser, PanelBrowser, password } from '../http/panel/testing/browser.ts';
import { openStore } from '../../stores/create-store.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let owner: PanelBrowser;
let storeId: string;

type Row = Record<string, never>;

beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'dona@loja.example', 'owner');
  await newUser(service, 'leitor@loja.example', 'reader');
  owner = new PanelBrowser(service);
  await owner.post('/sign-in', { email: 'dona@loja.example', password });
  storeId = String((await owner.post('/example-store')).body['storeId']);
});
afterAll(() => service.stop());

const read = async (path: string): Promise<Row> => (await owner.get(`/stores/${storeId}${path}`)).body as Row;
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await service.context.db.query<{ count: string }>(sql, [storeId, ...values])).rows[0]!.count);
const post = (path: string, body: object = {}) => owner.code(owner.post(`/stores/${storeId}${path}`, body));

describe('[AUT15] a store of example data', () => {
  test('is made once for a user, and marked', async () => {
    expect((await owner.post('/example-store')).body).toMatchObject({ storeId });
    const { stores } = (await owner.get('/me')).body as { stores: Row[] };
    expect(stores.filter(({ example }) => example)).toMatchObject([
      { storeId, name: 'Loja de exemplo', role: 'owner' },
    ]);
    expect(stores).toHaveLength(2);
  });

  test('is one even if it is asked for twice at once', async () => {
    const other = new PanelBrowser(service);
    await newUser(service, 'outra@loja.example', 'owner');
    await other.post('/sign-in', { email: 'outra@loja.example', password });
    const opened = await Promise.all([other.post('/example-store'), other.post('/example-store')]);
    expect(new Set(opened.map(({ body }) => body['storeId'])).size).toBe(1);
    expect((await other.get('/me')).body['stores']).toHaveLength(2);
  });

  test('is for those who own a store', async () => {
    const reader = new PanelBrowser(service);
    await reader.post('/sign-in', { email: 'leitor@loja.example', password });
    expect(await reader.code(reader.post('/example-store'))).toBe('NOT_ALLOWED');
  });

  test('has figures that are the sums of its rows', async () => {
    type Sum = { cents: number; orders: number };
    type Bucket = { paid: Sum; recovered: Sum; sent: number };
    type Sums = { current: { buckets: Bucket[] }; automations: (Sum & { sent: number })[] };
    let figures: Sums | null = null;
    await expect
      .poll(async () => (figures = (await read('/home/figures?days=90'))['figures'] as unknown as Sums | null))
      .not.toBeNull();
    const { current, automations } = figures!;
    const sumOf = (name: 'paid' | 'recovered'): Sum => ({
      cents: current.buckets.reduce((sum, one) => sum + one[name].cents, 0),
      orders: current.buckets.reduce((sum, one) => sum + one[name].orders, 0),
    });
    const [paid, recovered] = [sumOf('paid'), sumOf('recovered')];
    const sent = current.buckets.reduce((sum, one) => sum + one.sent, 0);
    const waiting = Number((await read('/home'))['waiting']);
    expect(waiting).toBe(await count('select count(*) from runs where store_id = $1 and finished_at is null'));
    expect(waiting).toBeGreaterThan(0);
    expect(paid.orders).toBe(await count(`select count(*) from orders where store_id = $1 and status = 'paid'`));
    expect(paid.cents).toBe(
      await count(`select sum(total_cents) as count from orders where store_id = $1 and status = 'paid'`),
    );
    const states = ['sent', 'delivered', 'read'];
    expect(sent).toBe(await count('select count(*) from messages where store_id = $1 and state = any($2)', states));
    const recoveredOrders = `select count(*) from orders o where o.store_id = $1 and o.status = 'paid' and exists (
      select from events e join runs r on r.event_id = e.event_id join messages m on m.run_id = r.run_id
      where (e.order_id = o.order_id or e.checkout_id = o.checkout_id) and m.state = any($2) and m.settled_at < o.paid_at
        and o.paid_at <= interval '72 hours' + (
          select min(f.settled_at) from messages f where f.run_id = r.run_id and f.state = any($2)))`;
    expect(recovered.orders).toBe(await count(recoveredOrders, states));
    expect(recovered.orders).toBeGreaterThan(0);
    expect(automations.reduce((sum, { orders }) => sum + orders, 0)).toBe(recovered.orders);
    expect(automations.reduce((sum, { cents }) => sum + cents, 0)).toBe(recovered.cents);
    expect(automations.reduce((sum, one) => sum + one.sent, 0)).toBe(sent);
  });

  test('has an inbox with e-mails as they arrive, and a draft', async () => {
    const { messages } = (await read('/inbox')) as unknown as { messages: { channel: string; key: string }[] };
    expect(new Set(messages.map(({ channel }) => channel))).toEqual(new Set(['whatsapp', 'email', 'sms']));
    expect(await count(`select count(*) from sandbox_messages where store_id = $1 and mime is not null`)).toBe(
      await count(`select count(*) from sandbox_messages where store_id = $1 and channel = 'email'`),
    );
    expect(await count('select count(*) from automations where store_id = $1 and published_version is null')).toBe(1);
  });

  test('holds the invariants of runs, wakes no worker at once, and its pages open', async () => {
    const engine = engineOf(service);
    expect(await checkInvariants(engine)).toMatchObject({ ok: true, unaccounted: 0 });
    for (const table of ['event_queue', 'run_inputs', 'message_leases'])
      expect((await service.context.db.query(`select from ${table}`)).rowCount).toBe(0);
    const { runs } = (await read('/runs')) as unknown as { runs: { runId: string }[] };
    for (const { runId } of runs.slice(0, 10))
      expect((await owner.get(`/stores/${storeId}/runs/${runId}`)).status).toBe(200);
    const { orders } = (await read('/orders')) as unknown as { orders: { orderId: string }[] };
    for (const { orderId } of orders.slice(0, 5)) {
      expect((await owner.get(`/stores/${storeId}/orders/${orderId}`)).status).toBe(200);
      expect((await owner.get(`/stores/${storeId}/customer/timeline?orderId=${orderId}`)).status).toBe(200);
    }
  });
});

describe('[AUT16] an example store', () => {
  test('takes no provider, no domain and no member, and does not become live', async () => {
    const connection = { provider: 'evolution', perMinute: null, saveAnyway: true };
    const settings = { url: 'https://evolution.example', instance: 'loja' };
    expect(await post('/channels/whatsapp', { ...connection, settings, credentials: { apiKey: 'x' } })).toBe(
      'EXAMPLE_STORE',
    );
    const receiver = { provider: 'pix-key', settings: pixKeyAccount.settings, methods: [], move: 'pix' };
    expect(await post('/payment-accounts', receiver)).toBe('EXAMPLE_STORE');
    expect(await post('/payment-accounts', { ...receiver, saveAnyway: true })).toBe('EXAMPLE_STORE');
    expect(await post('/domains', { hostname: 'pay.loja.example' })).toBe('EXAMPLE_STORE');
    expect(await post('/selling', { live: true })).toBe('EXAMPLE_STORE');
    expect(await post('/team', { email: 'alguem@loja.example', role: 'reader' })).toBe('EXAMPLE_STORE');
  });

  test.each([
    `insert into connections (connection_id, store_id, channel, provider, name, active) values (gen_random_uuid(), $1, 'sms', 'twilio', 'x', false)`,
    `insert into payment_accounts (account_id, store_id, provider) values (gen_random_uuid(), $1, 'stripe')`,
    `insert into store_domains (hostname, store_id) values ('loja.example', $1)`,
    `update connections set provider = 'z-api', active = false where store_id = $1 and channel = 'whatsapp'`,
  ])('is held by the database: %s', async (sql) => {
    await expect(service.context.db.query(sql, [storeId])).rejects.toMatchObject({
      constraint: 'forbid_in_example_store',
    });
  });

  test('cannot be live', async () => {
    const live = service.context.db.query('update stores set live = true where store_id = $1', [storeId]);
    await expect(live).rejects.toMatchObject({ constraint: expect.stringMatching(/example|sandbox/) as string });
  });

  test('writes no e-mail to its owners', async () => {
    const before = (await service.context.db.query('select from account_mails')).rowCount;
    expect(await post('/keys', { kind: 'checkout' })).toBe(200);
    expect((await service.context.db.query('select from account_mails')).rowCount).toBe(before);
  });
});

describe('[AUT17] removing example data', () => {
  test('refuses a store that is none', async () => {
    expect(await owner.code(owner.post(`/stores/${service.storeId}/example/delete`))).toBe('NOT_FOUND');
  });

  test('deletes every row of shoppers and runs, and leaves those of other stores', async () => {
    const { userId } = ((await owner.get('/me')).body as { user: { userId: string } }).user;
    const own = await openStore(service.context, userId, 'Minha');
    await service.context.db.query(
      `insert into checkouts (checkout_id, store_id, cart_token, subtotal_cents, discount_cents, total_cents, signed, request)
       values (gen_random_uuid(), $1, 'x', 1, 0, 1, true, '{}')`,
      [own.storeId],
    );
    expect(await post('/example/delete')).toBe(200);
    for (const table of exampleTables)
      expect([table, await count(`select count(*) from ${table} where store_id = $1`)]).toEqual([table, 0]);
    expect((await service.context.db.query('select from checkouts where store_id = $1', [own.storeId])).rowCount).toBe(
      1,
    );
    expect((await owner.get(`/stores/${storeId}/home`)).status).toBe(404);
  });

  test('leaves nothing in any table of shoppers and runs, and it can be created again', async () => {
    const again = String((await owner.post('/example-store')).body['storeId']);
    expect(again).not.toBe(storeId);
    const { rows } = await service.context.db.query<{ name: string }>(
      `select table_name as name from information_schema.columns where column_name = 'store_id' and table_schema = current_schema()`,
    );
    const filled: string[] = [];
    const others = new Set([
      'stores',
      'memberships',
      'user_stores',
      'audit_log',
      'automations',
      'automation_versions',
      'connections',
      'payment_accounts',
      'payment_methods',
      'shipping_options',
    ]);
    for (const { name } of rows) {
      const { rowCount } = await service.context.db.query(`select from ${name} where store_id = $1 limit 1`, [again]);
      if (rowCount! > 0 && !others.has(name)) filled.push(name);
    }
    const deleted = new Set<string>([...exampleTables, 'lead_events', 'store_events']);
    expect(filled.filter((name) => !deleted.has(name))).toEqual([]);
  });
});

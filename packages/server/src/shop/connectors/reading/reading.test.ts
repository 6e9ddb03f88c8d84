import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { ingestEvent } from '../../orders/ingest-event.ts';
import { disconnect, readNow } from '../connecting/manage-connections.ts';
import { startConnectedStore, type ConnectedStore } from '../testing/connected-shop.ts';
import { openShopServer, type WooServer } from '../woocommerce/testing/shop-server.ts';

const minute = 60_000;
let shop: WooServer;
let store: ConnectedStore;
let connectionId: string;

const ana = { name: 'Ana Souza', email: 'ana@correio.example', phone: '(11) 98765-4321' };
const pix = { method: 'pix', total: '129.90', ...ana } as const;

beforeAll(async () => {
  shop = await openShopServer({
    now: Date.now() - 10 * 60 * minute,
    app: { id: '', secret: '' },
    appAddress: () => '',
    allowHttp: true,
  });
  store = await startConnectedStore(shop);
});
afterAll(async () => {
  await store.stop();
  await shop.close();
});

type Order = { external_id: string; status: string; total_cents: number };
const orders = async (): Promise<Order[]> =>
  (await store.rows('select external_id, status, total_cents::int from orders order by order_id')) as Order[];
const connection = async (): Promise<Record<string, unknown>> =>
  (await store.rows(`select * from platform_connections where connection_id = '${connectionId}'`))[0]!;
const events = (): Promise<Record<string, unknown>[]> =>
  store.rows(
    'select type, external_id, event_id in (select event_id from event_queue) as starts from events order by event_id',
  );

test('[CON4] the history of two days comes in and starts nothing', async () => {
  const old = await shop.place(pix);
  await shop.pay(old);
  await shop.advance(5 * minute);
  connectionId = await store.connect('woocommerce', 1);
  await store.settle();
  expect(await orders()).toEqual([
    { external_id: `woocommerce:${shop.shop}:${old}`, status: 'paid', total_cents: 12_990 },
  ]);
  expect(await store.service.count('event_queue')).toBe(0);
  expect(await events()).toMatchObject([{ type: 'payment.confirmed', starts: false }]);
  expect(
    await store.rows(
      'select history_read, history_total, history_done_at is not null as done from platform_feeds where feed = $$orders$$',
    ),
  ).toEqual([{ history_read: 1, history_total: 1, done: true }]);
});

test('[CON1] a delivery is stored before its answer, then read once; a forged one has no effect', async () => {
  const before = await store.service.count('platform_deliveries');
  const id = await shop.place({ ...pix, total: '50.00' });
  const waiting = await store.rows('select body is not null as waits from platform_deliveries where body is not null');
  expect(waiting.length).toBeGreaterThan(0);
  await store.settle();
  expect((await orders()).at(-1)).toMatchObject({ external_id: `woocommerce:${shop.shop}:${id}`, total_cents: 5_000 });
  expect(await store.rows('select from platform_deliveries where body is not null')).toEqual([]);
  const [{ url }] = [shop.webhooks()[0]!].map(({ deliveryUrl }: { deliveryUrl: string }) => ({ url: deliveryUrl })) as [
    { url: string },
  ];
  const post = (to: string, headers = {}): Promise<number> =>
    fetch(to, {
      method: 'POST',
      body: '{"id":1}',
      headers: { 'x-wc-webhook-topic': 'order.updated', ...headers },
    }).then(({ status }) => status);
  const count = await store.service.count('platform_deliveries');
  expect(count).toBeGreaterThan(before);
  expect(await post(url)).toBe(401);
  expect(await post(url, { 'x-wc-webhook-signature': 'AAAA' })).toBe(401);
  expect(await post(`${url}x`)).toBe(404);
  expect(await post(url.replace('/connect/woocommerce', '/connect/shopify'))).toBe(404);
  expect(await fetch(url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }).then(({ status }) => status)).toBe(
    413,
  );
  expect(await store.service.count('platform_deliveries')).toBe(count);
  expect((await connection())['fast_until']).not.toBeNull();
});

test('[CON5][CON6] what was lost in an outage is polled, and webhooks that the shop stopped are made again', async () => {
  const made = shop.activeWebhooks();
  shop.loseWebhooks(true);
  const lost: string[] = [];
  for (let number = 0; number < 12; number++) {
    await shop.advance(minute);
    lost.push(await shop.place({ ...pix, total: `${100 + number}.00` }));
  }
  expect(shop.activeWebhooks()).toBeLessThan(made);
  shop.loseWebhooks(false);
  await shop.advance(6 * minute);
  await store.settle();
  const known = (await orders()).map(({ external_id }) => external_id);
  for (const id of lost) expect(known.filter((one) => one.endsWith(`:${id}`))).toHaveLength(1);
  expect(shop.activeWebhooks()).toBe(made);
  expect((await connection())['repaired_at']).not.toBeNull();
});

test('[CON8] a cart is reported unless it became an order', async () => {
  const carts = async (): Promise<number> => (await events()).filter(({ type }) => type === 'cart.abandoned').length;
  const left = { total: '80.00', name: 'Bia Lima', email: 'bia@correio.example', phone: '(21) 99876-5432' };
  await shop.leaveCart(left);
  const bought = await shop.leaveCart({
    ...left,
    name: 'Caio Reis',
    email: 'caio@correio.example',
    phone: '(31) 99999-1234',
  });
  await shop.advance(minute);
  await shop.place({
    method: 'credit_card',
    ...left,
    name: 'Caio Reis',
    email: 'caio@correio.example',
    phone: '(31) 99999-1234',
  });
  expect(bought).toMatch(/^draft:/);
  await shop.advance(45 * minute);
  await store.settle();
  expect(await carts()).toBe(1);
});

test('[CON3] an order of the own system with the same id and total is the same order', async () => {
  const next = String(Number((await orders()).at(-1)!.external_id.split(':').at(-1)) + 1);
  const before = (await orders()).length;
  await ingestEvent(store.service.context, store.storeId, {
    id: 'own',
    type: 'pix.generated',
    occurred_at: new Date(shop.now()).toISOString(),
    data: {
      order: { id: next, total: 7_700, status: 'pending' },
      customer: { email: 'dora@correio.example' },
      payment: { pix: { payload: '00020126' } },
    },
  });
  const id = await shop.place({ ...pix, name: 'Dora Alves', email: 'dora@correio.example', total: '77.00' });
  expect(id).toBe(next);
  await shop.pay(id);
  await store.settle();
  expect(await orders()).toHaveLength(before + 1);
  expect((await orders()).find(({ external_id }) => external_id === next)).toMatchObject({ status: 'paid' });
  expect(await store.service.count('order_aliases')).toBe(1);
});

test('[CON3] an order that the own system reports after the connection is the same order, and is found by its id', async () => {
  const id = await shop.place({ ...pix, name: 'Eva Dias', email: 'eva@correio.example', total: '66.00' });
  await store.settle();
  const before = (await orders()).length;
  const report = (event: string, order: object): Promise<unknown> =>
    ingestEvent(store.service.context, store.storeId, {
      id: event,
      type: 'payment.confirmed',
      occurred_at: new Date(shop.now()).toISOString(),
      data: { order: { id, ...order } },
    });
  await report('first', { total: 6_600 });
  await report('again', {});
  expect(await orders()).toHaveLength(before);
  expect((await orders()).at(-1)).toMatchObject({ external_id: `woocommerce:${shop.shop}:${id}`, status: 'paid' });
  const headers = { 'x-api-key': store.service.secretKey };
  const found = await fetch(`${store.service.baseUrl}/stores/external/orders/${id}`, { headers });
  expect(found.status).toBe(200);
  await report('another', { id: '424242', total: 6_600 });
  expect(await orders()).toHaveLength(before + 1);
});

test('[CON8] a cart that the own system reports starts nothing if its person ordered since', async () => {
  const report = async (token: string, at: number): Promise<unknown> => {
    const { eventId } = await ingestEvent(store.service.context, store.storeId, {
      id: `cart ${token}`,
      type: 'cart.abandoned',
      occurred_at: new Date(at).toISOString(),
      data: { cart: { token }, customer: { phone: '+55 11 98765-4321', email: 'eva@correio.example' } },
    });
    return (await store.rows(`select from event_queue where event_id = '${eventId}' or '${eventId}' = any(more)`))
      .length;
  };
  expect(await report('before', shop.now() - 60 * minute)).toBe(0);
  expect(await report('after', shop.now() + minute)).toBe(1);
});

test('[CON7] keys that the shop refuses for a day ask the owner to connect again, and connecting again goes on', async () => {
  shop.endTokens('revoked');
  for (let hour = 0; hour < 26; hour++) {
    await shop.advance(60 * minute);
    await store.settle();
  }
  expect(await connection()).toMatchObject({ state: 'reconnect', due_at: null });
  const calls = shop.counts().calls;
  await shop.advance(60 * minute);
  await store.settle();
  expect(shop.counts().calls).toBe(calls);
  expect(await store.connect('woocommerce', 1)).toBe(connectionId);
  await store.settle();
  expect(await connection()).toMatchObject({ state: 'connected', failures: 0, repaired_at: null });
});

test('[CON10] disconnecting deletes webhooks and credentials, and orders stay', async () => {
  const before = (await orders()).length;
  const otherStore = newId(store.storeId);
  expect(await disconnect(store.deps, otherStore, connectionId, unaudited)).toBe(false);
  expect(await readNow(store.deps, otherStore, connectionId)).toBe(false);
  expect(await readNow(store.deps, store.storeId, connectionId)).toBe(true);
  expect(await disconnect(store.deps, store.storeId, connectionId, unaudited)).toBe(true);
  expect(await disconnect(store.deps, store.storeId, connectionId, unaudited)).toBe(false);
  expect(shop.activeWebhooks()).toBe(0);
  expect(await connection()).toMatchObject({ state: 'disconnected', credentials: null, due_at: null });
  expect(await orders()).toHaveLength(before);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { createUser } from '../../../members/create-user.ts';
import { grantMembership } from '../../../members/memberships.ts';
import { openSession } from '../../../members/sessions.ts';
import { agreeOn } from '../testing/agree.ts';
import { startConnectedStore, type ConnectedStore } from '../testing/connected-shop.ts';
import { openShopServer, type WooServer } from '../woocommerce/testing/shop-server.ts';
import { startConnection } from './manage-connections.ts';

const minute = 60_000;
let shop: WooServer;
let store: ConnectedStore;
const users: string[] = [];

beforeAll(async () => {
  const now = Date.now();
  shop = await openShopServer({ now, app: { id: '', secret: '' }, appAddress: () => '', allowHttp: true });
  store = await startConnectedStore(shop);
  for (const email of ['dona@loja.example', 'outra@loja.example']) {
    users.push((await createUser(store.service.context.usersDb, email, 'uma senha comprida'))!.userId);
    await grantMembership(store.service.context, { storeId: store.storeId, email }, 'owner', unaudited);
  }
});
afterAll(async () => {
  await store.stop();
  await shop.close();
});
beforeEach(async () => {
  await store.rows('delete from platform_feeds');
  await store.rows('delete from platform_connections');
});

/** The owner begins, and agrees at the shop; the address that her browser is sent to. */
async function agreed(): Promise<string> {
  const member = { storeId: store.storeId, userId: users[0]! };
  const request = { platform: 'woocommerce', method: 0, input: shop.formInput(0) };
  const started = await startConnection(store.deps, member, request, unaudited);
  if (!started.ok || started.redirectUrl === null) throw new Error(JSON.stringify(started));
  return agreeOn(started.redirectUrl);
}

/** What the browser of a user gets at an address: where it is sent to. */
async function visit(url: string, user?: string): Promise<string> {
  const token = user && (await openSession(store.service.context.usersDb, { userId: user, at: shop.now() }));
  const response = await fetch(url, { redirect: 'manual', headers: token ? { cookie: `retoma=${token}` } : {} });
  expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store']);
  return new URL(response.headers.get('location')!, url).search;
}
const connections = (): Promise<number> => store.service.count('platform_connections');

test('[CON11] a shop is connected when the browser of the member who began returns, once', async () => {
  const back = await agreed();
  expect(await connections()).toBe(0);
  expect(await visit(back, users[0])).toMatch(/^\?connected=/);
  expect(await connections()).toBe(1);
  expect(await visit(back, users[0])).toBe('?refused=REFUSED_BY_OWNER');
  expect(await store.rows('select accepted from platform_consents where accepted is not null')).toEqual([]);
});

test('[CON11] nobody else’s browser connects it', async () => {
  const back = await agreed();
  expect(await visit(back)).toBe('?refused=OTHER_BROWSER');
  expect(await visit(back, users[1])).toBe('?refused=OTHER_BROWSER');
  expect(await connections()).toBe(0);
  expect(await visit(back, users[0])).toMatch(/^\?connected=/);
});

test('[CON11] a state is valid for half an hour, and another one is none', async () => {
  const back = await agreed();
  expect(await visit(back.replace(/(user_id=[\w-]+)\.[\w-]{3}/, '$1.xxx'), users[0])).toBe('');
  await shop.advance(31 * minute);
  expect(await visit(back, users[0])).toBe('');
  expect(await connections()).toBe(0);
});

test('[CON11] keys that somebody posts with a guessed state are refused', async () => {
  const url = `${store.deps.baseUrl}/connect/woocommerce/return`;
  const keys = {
    user_id: `${store.storeId}.guessed`,
    consumer_key: `ck_${'a'.repeat(40)}`,
    consumer_secret: `cs_${'a'.repeat(40)}`,
  };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(keys) });
  expect(response.status).toBe(404);
  expect(await connections()).toBe(0);
});

test('[CON11] what cannot be connected is refused before the shop is called', async () => {
  const start = (platform: string): Promise<unknown> =>
    startConnection(
      store.deps,
      { storeId: store.storeId, userId: users[0]! },
      { platform, method: 0, input: {} },
      unaudited,
    );
  expect(await start('nada')).toMatchObject({ ok: false, code: 'UNKNOWN_PLATFORM' });
  expect(await start('constructor')).toMatchObject({ ok: false, code: 'UNKNOWN_PLATFORM' });
  expect(await start('woocommerce')).toMatchObject({ ok: false, code: 'FIELD_MISSING', field: 'address' });
  expect(await start('nuvemshop')).toMatchObject({ ok: false, code: 'APP_MISSING' });
});

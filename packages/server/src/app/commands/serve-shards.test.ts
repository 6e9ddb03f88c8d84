import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { createUser } from '../../members/create-user.ts';
import { grantMembership } from '../../members/memberships.ts';
import { contactSecret } from '../../base/crypto/contact-hash.ts';
import { oneDatabase } from '../../base/postgres/databases.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { credentialsKey } from '../../base/crypto/seal.ts';
import { openPool, type Database } from '../../base/postgres/pool.ts';
import { shardsNotify, shardUpdate } from '../shards/queries/shards.ts';
import { password } from '../http/panel/testing/browser.ts';
import { newIdInShard, shardOf } from '../../base/ids.ts';
import { createShard, type ShardDeps } from '../shards/create-shard.ts';
import { readdressShard } from '../shards/move-shard.ts';
import { cloneDatabase, smallCart, type TestDatabase } from '../../testing/test-service.ts';
import { serve, type Service } from './serve.ts';

const secret = 'a secret for tests of thirty-two characters';
const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-shards-'));
let database: TestDatabase;
let db: Database;
let deps: ShardDeps;
let service: Service;
let cookie: string;
let first: string;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 2, () => {});
  const ofShard0 = { connectionString: database.url, ownerConnectionString: database.ownerUrl };
  deps = { db, key: credentialsKey(secret), ofShard0, clock: Date.now };
  const environment = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    RETOMA_SECRET: secret,
    RETOMA_HOME: home,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SHUTDOWN_DRAIN_MS: '0',
  };
  service = await serve({ environment, workers: true, demo: false });
  await createUser(db, 'dona@loja.example', password);
  ({ storeId: first } = await createStore(db, 'Loja Aurora'));
  const members = { ...oneDatabase(db), clock: Date.now, contactSecret: contactSecret(secret) };
  await grantMembership(members, { storeId: first, email: 'dona@loja.example' }, 'owner', unaudited);
  const signedIn = await call('/panel/api/sign-in', { email: 'dona@loja.example', password });
  cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
});
afterAll(async () => {
  await service.stop();
  await db.end();
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

function call(url: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  const ofPanel = { 'x-retoma-panel': '1', origin: service.baseUrl, ...(cookie && { cookie }) };
  const sent = { ...(body && { 'content-type': 'application/json' }), ...ofPanel, ...headers };
  return fetch(service.baseUrl + url, { headers: sent, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
}

async function read<T>(response: Promise<Response>): Promise<T> {
  const { status } = await response;
  expect(status).toBeLessThan(300);
  return (await (await response).json()) as T;
}

const newStore = async (name: string): Promise<string> =>
  (await read<{ storeId: string }>(call('/panel/api/stores', { name }))).storeId;

async function newCheckout(storeId: string): Promise<string> {
  const { key } = await read<{ key: string }>(call(`/panel/api/stores/${storeId}/keys`, { kind: 'checkout' }));
  const { checkoutId } = await read<{ checkoutId: string }>(
    call('/stores/external/checkout', smallCart, { 'x-api-key': key }),
  );
  return checkoutId;
}

let stores: string[];
let pages: string[];

test('[SHD3] [SHD4] a shard that is created while the service runs gets stores, and serves them', async () => {
  expect(await createShard(deps, {})).toEqual({ ok: true, shard: 1 });
  // The process notices the new shard in a moment; until then a new store is in shard 0.
  await expect.poll(async () => shardOf(await newStore('Loja Brisa'))).toBe(1);
  const all = (await read<{ stores: { storeId: string }[] }>(call('/panel/api/me'))).stores;
  stores = [first, all.map(({ storeId }) => storeId).find((storeId) => shardOf(storeId) === 1)!];
  expect(stores.map(shardOf)).toEqual([0, 1]);
  const checkouts = await Promise.all(stores.map(newCheckout));
  expect(checkouts.map(shardOf)).toEqual([0, 1]);
  pages = checkouts.map((checkoutId) => `/pay/${checkoutId}`);
  for (const url of pages) expect(await (await call(url)).text()).toContain('Camiseta');
  const { stores: own } = await read<{ stores: { name: string }[] }>(call('/panel/api/me'));
  expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(['Loja Aurora', 'Loja Brisa']));
  for (const storeId of stores) expect((await call(`/panel/api/stores/${storeId}/team`)).status).toBe(200);
});

test('[SHD4] ids that name a shard that does not exist lead to nothing', async () => {
  expect((await call(`/pay/${newIdInShard(3000)}`)).status).toBe(404);
});

test('[SHD5] a shard that moves is refused with Retry-After, and goes on at its new place', async () => {
  await shardUpdate(db, 1, 'open', { state: 'moving' });
  await shardsNotify(db);
  await expect.poll(async () => (await call(pages[1]!)).headers.get('retry-after')).toBe('5');
  expect((await call(pages[0]!)).status).toBe(200);
  await shardUpdate(db, 1, 'moving', { state: 'open' });
  const alias = `${database.url}&application_name=x`;
  expect(await readdressShard(deps, 1, { url: alias, schema: 'shard_001' })).toEqual({ ok: true });
  await expect.poll(async () => (await call(pages[1]!)).status).toBe(200);
  expect(shardOf(await newCheckout(stores[1]!))).toBe(1);
});

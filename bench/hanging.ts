// The payment page while all carriers and all advertising platforms of its store hang: p50 and p99, compared with the page of a store that has
// none of them. Both are on one service with its workers and one PostgreSQL, and are measured in turn. Meanwhile shoppers of the measured
// store type a CEP, for which freight is asked for, and send the first step with consent, which queues conversions.
import { mkdtempSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unaudited } from '../packages/server/src/members/audit/testing/unaudited.ts';
import { connectDestination, switchDestination } from '../packages/server/src/providers/ads/connect-destination.ts';
import { account as ga4 } from '../packages/server/src/providers/ads/ga4/testing/account.ts';
import { account as googleAds } from '../packages/server/src/providers/ads/google-ads/testing/account.ts';
import { account as meta } from '../packages/server/src/providers/ads/meta/testing/account.ts';
import { account as tiktok } from '../packages/server/src/providers/ads/tiktok/testing/account.ts';
import type { Database } from '../packages/server/src/base/postgres/pool.ts';
import { noFreightSettings } from '../packages/server/src/stores/queries/freight-settings.ts';
import { deriveKey } from '../packages/server/src/base/crypto/derive-keys.ts';
import { account as correios } from '../packages/server/src/providers/freight/correios-cws/testing/account.ts';
import { account as frenet } from '../packages/server/src/providers/freight/frenet/testing/account.ts';
import { account as melhorEnvio } from '../packages/server/src/providers/freight/melhor-envio/testing/account.ts';
import { marina, paulista } from '../packages/server/src/shop/pay-page/testing/shopper.ts';
import { connectFreightAccount } from '../packages/server/src/providers/connections/freight/connect.ts';
import { setPaymentAccount } from '../packages/server/src/providers/connections/testing/set-unverified.ts';
import { destinationsOf, freightProvidersOf } from '../packages/server/src/app/providers.ts';
import { changeFreightSettings } from '../packages/server/src/stores/freight-settings.ts';
import { ApiKeys } from '../packages/server/src/stores/api-key.ts';
import { createKey, createStore } from '../packages/server/src/stores/manage-stores.ts';
import { addShippingOption } from '../packages/server/src/stores/shipping-options.ts';
import { tenItems } from './checkout/cart.ts';
import { openOwnPool } from './harness/own-pool.ts';
import { BenchPostgres, migrateForService } from './harness/postgres.ts';
import { median, runLoad, startServer, type Server } from './harness/processes.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const repetitions = Number(process.env['BENCH_REPETITIONS'] ?? 5);
/** Few enough that the machine is not full: a full one shows its queue, not the page. */
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 2);
const shoppersPerSecond = 8;
const secret = 'a secret for benchmarks of 32 characters';
const baseline = 'a store without them';
const hanging = 'all of them hang';

/** A store under measurement. */
type MeasuredStore = { name: string; storeId: string; key: string };

/** Prints the table with the ratio of both pages. */
export async function run(): Promise<void> {
  const silent = await startSilent();
  const postgres = await new BenchPostgres().start();
  let server: Server | undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-hanging-'));
  try {
    const database = await postgres.createDatabase('retoma');
    const service = await migrateForService(database);
    const db = openOwnPool(database, 2);
    const stores = [await createMeasuredStore(db, baseline), await createMeasuredStore(db, hanging)];
    await connectAll(db, stores[1]!.storeId);
    await db.end();
    server = await startServer('packages/cli/src/main.ts', ['serve', '--json', '--port', '0'], {
      DATABASE_URL: service,
      RETOMA_SECRET: secret,
      RETOMA_HOME: folder,
      ALLOW_PRIVATE_ADDRESSES: 'true',
      RATE_LIMIT_PER_SECOND: '0',
      NEW_CONTACTS_PER_HOUR: '0',
      NEW_CONTACTS_PER_DAY: '0',
      STORE_NEW_CONTACTS_PER_HOUR: '0',
      STORE_NEW_CONTACTS_PER_DAY: '0',
      ...addressesAt(silent.url),
    });
    await comparePages(server.port, stores, silent);
  } finally {
    await server?.stop();
    await postgres.stop();
    silent.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Silent = { url: string; calls: () => number; close: () => void };

/** A server that accepts every connection and never answers. */
async function startSilent(): Promise<Silent> {
  const sockets = new Set<net.Socket>();
  let calls = 0;
  const server = net.createServer((socket) => {
    calls++;
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The settings that lead to carriers and platforms. */
const addressesAt = (url: string): Record<string, string> => ({
  MELHOR_ENVIO_URL: url,
  CORREIOS_URL: url,
  FRENET_URL: url,
  META_CONVERSIONS_URL: url,
  GA4_URL: url,
  GOOGLE_DATA_MANAGER_URL: url,
  GOOGLE_TOKEN_URL: url,
  TIKTOK_EVENTS_URL: url,
});

async function createMeasuredStore(db: Database, name: string): Promise<MeasuredStore> {
  const { storeId } = await createStore(db, name);
  await db.query('update stores set live = true where store_id = $1', [storeId]);
  const parts = { db, credentialsKey: deriveKey(secret, 'credentials') };
  await setPaymentAccount(parts, storeId, { provider: 'sandbox', methods: ['pix', 'card'] }, unaudited);
  const days = { carrier: null, turnaroundMinDays: 5, turnaroundMaxDays: 8, freeAbove: null };
  await addShippingOption(db, storeId, { ...days, name: 'Tabela', price: 1_990 }, unaudited);
  const { key } = (await createKey(db, new ApiKeys(secret), storeId, 'checkout', unaudited))!;
  return { name, storeId, key };
}

/** Connects every carrier and every platform to a store, without a call. */
async function connectAll(db: Database, storeId: string): Promise<void> {
  const clock = Date.now;
  const config = { allowPrivateAddresses: true, providerSettings: {} };
  const parts = { db, clock, credentialsKey: deriveKey(secret, 'credentials') };
  const freight = freightProvidersOf(config, clock);
  const signal = AbortSignal.timeout(10_000);
  await changeFreightSettings(db, storeId, { ...noFreightSettings, origin: '30130000' }, unaudited);
  for (const [provider, account] of Object.entries({ 'melhor-envio': melhorEnvio, 'correios-cws': correios, frenet })) {
    const request = { provider, ...account, saveAnyway: true };
    const set = await connectFreightAccount({ ...parts, freight }, storeId, request, signal, unaudited);
    if (!set.ok) throw new Error(`${provider}: ${set.code}`);
  }
  const destinations = destinationsOf(config, clock);
  for (const [destination, account] of Object.entries({ meta, ga4, 'google-ads': googleAds, tiktok })) {
    const request = { destination, ...account, saveAnyway: true };
    const set = await connectDestination({ ...parts, destinations }, storeId, request, signal, unaudited);
    if (!set.ok) throw new Error(`${destination}: ${set.code}`);
    const terms = { active: true, sendsItems: true, legalBasis: 'consentimento' };
    await switchDestination({ db }, storeId, destination, terms, unaudited);
  }
}

async function comparePages(port: number, stores: readonly MeasuredStore[], silent: Silent): Promise<void> {
  const samples = new Map(stores.map(({ name }) => [name, [] as { p50: number; p99: number }[]]));
  const calls = new Map<string, number>();
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    for (const store of stores) {
      const before = silent.calls();
      const page = await createCheckout(port, store);
      const shoppers = beginShoppers(port, store);
      await sleep(1_000);
      const report = await runLoad({ port, path: page, headers: {}, connections, seconds });
      await shoppers.stop();
      if (Object.keys(report.statuses).join() !== '200') throw new Error(JSON.stringify(report.statuses));
      calls.set(store.name, (calls.get(store.name) ?? 0) + silent.calls() - before);
      // The first round only warms up.
      if (repetition > 0) samples.get(store.name)!.push(report);
    }
  }
  const of = (name: string, member: 'p50' | 'p99'): number =>
    median(samples.get(name)!.map((sample) => sample[member]));
  console.log(`| page of | p50 ms | p99 ms | p99 to ${baseline} | calls that hung |\n|---|---|---|---|---|`);
  for (const { name } of stores) {
    const ratio = (of(name, 'p99') / of(baseline, 'p99')).toFixed(2);
    console.log(
      `| ${name} | ${of(name, 'p50').toFixed(1)} | ${of(name, 'p99').toFixed(1)} | ${ratio} x | ${calls.get(name)} |`,
    );
  }
  if (calls.get(hanging) === 0) throw new Error('nothing was called');
}

async function createCheckout(port: number, { key }: MeasuredStore): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/stores/external/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ ...tenItems, cart: { ...tenItems.cart, requiresShipping: true } }),
  });
  return `/pay/${((await answer.json()) as { checkoutId: string }).checkoutId}`;
}

/** Shoppers who fill in the first step, at a steady rate. */
function beginShoppers(port: number, store: MeasuredStore): { stop: () => Promise<unknown> } {
  const open = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const shopper = fillIn(port, store).finally(() => open.delete(shopper));
    open.add(shopper);
  }, 1_000 / shoppersPerSecond);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(open);
    },
  };
}

async function fillIn(port: number, store: MeasuredStore): Promise<void> {
  const page = await createCheckout(port, store);
  const post = (part: string, form: Record<string, string>): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${page}/${part}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
  await post('freight', { zipcode: paulista.zipcode });
  const consent = { consents: 'advertising', advertising: 'on' };
  await post('data', { ...marina, ...paulista, address_for: 'delivery', ...consent });
}

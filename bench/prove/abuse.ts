// What an anonymous caller can do to a store over the public API, with the same scripts for any version. PROVE_PROGRAM names the folder of
// another version of this program.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import { withTestTimeout } from '../../packages/server/src/testing/with-test-timeout.ts';
import { BenchPostgres, migrateForService } from '../harness/postgres.ts';
import { startServer, type Server } from '../harness/processes.ts';
import { thisProgram } from './shop.ts';

/** The number of attempts of each script. */
export type AbuseSize = { leads: number; cards: number; carts: number };

/** The results of all scripts. */
export type AbuseReport = {
  /** SMS sent to people who never bought, and how many of them contained a third party's link. */
  flood: { leads: number; sent: number; withAddress: number };
  /** Card payments that reached the bank. */
  cards: { tried: number; reached: number };
  /** Carts of 1.6 MB that were stored, the most that the limit admits in the time it took, and the growth of the database in MB. */
  disk: { sent: number; stored: number; admitted: number; megabytes: number };
  /** The status for the owner's correct password from a browser with an earlier session, after ten wrong ones from another network. */
  lockout: { status: number };
};

type Attack = {
  server: Server;
  db: Database;
  storeId: string;
  key: string;
  run: (...args: string[]) => Promise<unknown>;
};

/** Runs every script against its own service with default limits. */
export async function abuse(size: AbuseSize): Promise<AbuseReport> {
  const folder = process.env['PROVE_PROGRAM'] ?? thisProgram;
  const main = path.join(folder, 'packages/cli/src/main.ts');
  const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-abuse-'));
  const postgres = await new BenchPostgres().start();
  const database = await migrateForService(withTestTimeout(await postgres.createDatabase('retoma')));
  const settings = {
    DATABASE_URL: database,
    RETOMA_HOME: home,
    RETOMA_SECRET: 'a secret for proofs of thirty-two characters',
    LOG_LEVEL: 'silent',
  };
  const run = async (...args: string[]): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], {
      env: { PATH: process.env['PATH'] ?? '', ...settings },
    });
    return JSON.parse(stdout) as unknown;
  };
  const server = await startServer(main, ['serve', '--demo', '--json', '--port', '0'], settings);
  const db = openOwnPool(database, 2);
  try {
    const { demo } = server.printed as { demo: { storeId: string; checkoutKey: string } };
    const attack: Attack = { server, db, storeId: demo.storeId, key: demo.checkoutKey, run };
    return {
      lockout: await lockOut(attack),
      cards: await testCards(attack, size.cards),
      flood: await floodSms(attack, home, size.leads),
      disk: await fillDisk(attack, size.carts),
    };
  } finally {
    await db.end();
    await server.stop();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

type HttpResponse = { status: number; body: string; cookies: string[] };
type Sent = { method?: string; headers?: Record<string, string>; body?: string; from?: string };

/** A request from a local address; each local address counts as a separate network. */
function ask(
  { server }: Attack,
  url: string,
  { method = 'POST', headers = {}, body = '', from }: Sent,
): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const options = { host: '127.0.0.1', port: server.port, path: url, method, headers, localAddress: from };
  const request = http.request(options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const cookies = (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]!);
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), cookies });
    });
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

const form = (members: Record<string, string>): Sent => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(members).toString(),
});
const item = { title: 'Caneca', quantity: 1, unitPrice: 3900, image: 'https://loja.example/c.png' };

async function createCheckout(attack: Attack, request: object): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', 'x-api-key': attack.key };
  const { status, body } = await ask(attack, '/stores/external/checkout', { headers, body: JSON.stringify(request) });
  return status === 201 ? (JSON.parse(body) as { checkoutId: string }).checkoutId : undefined;
}

const count = async ({ db }: Attack, text: string, values: unknown[] = []): Promise<number> =>
  (await db.query<{ count: number }>(text, values)).rows[0]!.count;

/** An attacker with the public key enters strangers' phones, with a link as the name, so that the store's SMS carry the link. */
async function floodSms(attack: Attack, home: string, leads: number): Promise<AbuseReport['flood']> {
  const message = 'Oi {{lead.name}}, volte: sua cesta espera';
  const steps = [{ type: 'action', name: 'send_sms', data: { type: 'text', message } }];
  const file = path.join(home, 'flow.json');
  writeFileSync(file, JSON.stringify({ name: 'Prova', trigger_event: 'lead.created', active: true, steps }));
  await attack.run('automation', 'import', file, '--store', attack.storeId, '--publish');
  for (let index = 0; index < leads; index++) {
    const phone = `+55119${String(81_000_000 + index)}`;
    const name = `Voce ganhou R$500 http://mau.example/${index}`;
    const cart = { items: [item], requiresShipping: false };
    // The data is sent alternately in the checkout request and on the payment page.
    if (index % 2 === 0) await createCheckout(attack, { cart, customer: { name, phone } });
    else {
      const checkoutId = await createCheckout(attack, { cart });
      const entered = { name, phone, email: `a${index}@cliente.example`, document: '529.982.247-25' };
      if (checkoutId) await ask(attack, `/pay/${checkoutId}/data`, form(entered));
    }
  }
  const sms = `select count(*) from sandbox_messages where store_id = $1 and channel = 'sms' and recipient like '%1198%'`;
  const sent = await settled(() => count(attack, sms, [attack.storeId]));
  const withAddress = await count(attack, `${sms} and content::text like '%mau.example%'`, [attack.storeId]);
  return { leads, sent, withAddress };
}

/** Waits until a count has not changed for five seconds; as long as it is 0, for a minute. */
async function settled(read: () => Promise<number>): Promise<number> {
  let value = await read();
  for (let still = 0; still < (value === 0 ? 120 : 10);) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const next = await read();
    still = next === value ? still + 1 : 0;
    value = next;
  }
  return value;
}

/** Pays with cards that the bank refuses, at checkouts that cost nothing to create. */
async function testCards(attack: Attack, tried: number): Promise<AbuseReport['cards']> {
  const customer = {
    name: 'Ana Souza',
    email: 'ana@cliente.example',
    phone: '+5511912345678',
    document: '52998224725',
  };
  let checkoutId: string | undefined;
  for (let index = 0; index < tried; index++) {
    if (index % 20 === 0) {
      checkoutId = await createCheckout(attack, { cart: { items: [item], requiresShipping: false }, customer });
    }
    const card = form({ method: 'card', token: '4000000000000002', installments: '1' });
    if (checkoutId) await ask(attack, `/pay/${checkoutId}/pay`, card);
  }
  return { tried, reached: await count(attack, `select count(*) from payments where method = 'card'`) };
}

/** Sends carts of the largest allowed size. */
async function fillDisk(attack: Attack, sent: number): Promise<AbuseReport['disk']> {
  const size = (): Promise<number> => count(attack, 'select pg_database_size(current_database()) as count');
  const before = await size();
  // Random, so that the database cannot compress it.
  const noise = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(12_000))).toString('base64');
  const items = Array.from({ length: 100 }, () => ({ ...item, metadata: { noise: noise() } }));
  const cart = { items };
  const started = performance.now();
  let stored = 0;
  for (let index = 0; index < sent; index++) if (await createCheckout(attack, { cart })) stored++;
  const minutes = (performance.now() - started) / 60_000;
  const megabytes = Math.round(((await size()) - before) / 1_000_000);
  return { sent, stored, admitted: admittedCarts(JSON.stringify({ cart }).length, minutes), megabytes };
}

/** The most bodies of this size that pass the limit of 20 MB a minute in these minutes. The last one may exceed it (CHK9). */
const admittedCarts = (bytes: number, minutes: number): number => Math.floor((20_000_000 * (1 + minutes)) / bytes) + 1;

/** An attacker who has an owner's e-mail enters wrong passwords; returns the status that the owner's correct password then gets. */
async function lockOut(attack: Attack): Promise<AbuseReport['lockout']> {
  const email = 'dona@loja.example';
  const { password } = (await attack.run('user', 'create', '--email', email)) as { password: string };
  await attack.run('user', 'grant', '--email', email, '--store', attack.storeId, '--role', 'owner');
  const origin = `http://127.0.0.1:${attack.server.port}`;
  const signIn = (tried: string, from: string, cookies: string[] = []): Promise<HttpResponse> =>
    ask(attack, '/panel/api/sign-in', {
      headers: {
        'content-type': 'application/json',
        'x-retoma-panel': '1',
        origin,
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      },
      body: JSON.stringify({ email, password: tried }),
      from,
    });
  const known = await signIn(password, '127.0.0.2');
  if (known.status !== 200) throw new Error(`the owner cannot sign in: ${known.status} ${known.body}`);
  for (let index = 0; index < 10; index++) await signIn(`wrong ${index}`, '127.0.0.3');
  const { status } = await signIn(password, '127.0.0.2', known.cookies);
  return { status };
}

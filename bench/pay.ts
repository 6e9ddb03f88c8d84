// The payment page compared with checkout creation, on one service and one PostgreSQL: pages a second, and p99 latency. Each request reads
// the checkout and renders the page; a PIX page also draws its QR symbol. Then QR symbols alone, in this process: the PNG of e-mails and
// the path of the page, compared with the library's own output. Not measured: TLS, a network, a browser.
import { unaudited } from '../packages/server/src/members/audit/testing/unaudited.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { qrPath } from '../packages/server/src/base/qr-path.ts';
import { drawQr } from '../packages/server/src/shop/public/pix-qr-image.ts';
import { deriveKey } from '../packages/server/src/base/crypto/derive-keys.ts';
import { ApiKeys } from '../packages/server/src/stores/api-key.ts';
import { createKey, createStore } from '../packages/server/src/stores/manage-stores.ts';
import { setPaymentAccount } from '../packages/server/src/providers/connections/testing/set-unverified.ts';
import { tenItems } from './checkout/cart.ts';
import { openOwnPool } from './harness/own-pool.ts';
import { BenchPostgres, migrateForService } from './harness/postgres.ts';
import { median, runLoad, startServer, type Server } from './harness/processes.ts';
import { unlimited } from './harness/unlimited.ts';

/** The QR library, as the server uses it. */
const { encode, renderSVG } = createRequire(new URL('../packages/server/package.json', import.meta.url))('uqr') as {
  encode: (text: string, options: object) => { size: number };
  renderSVG: (text: string, options: object) => string;
};

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const repetitions = Number(process.env['BENCH_REPETITIONS'] ?? 3);
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 16);
const secret = 'a secret for benchmarks of 32 characters';
const baseline = 'checkout creation';

const marina = { name: 'Marina Souza', email: 'marina@exemplo.com.br', document: '52998224725', phone: '11987654321' };
const request = { ...tenItems, cart: { ...tenItems.cart, requiresShipping: false }, customer: marina };

/** Prints both tables with their ratios. */
export async function run(): Promise<void> {
  const postgres = await new BenchPostgres().start();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-load-'));
  let server: Server | undefined;
  try {
    const db = await postgres.createDatabase('retoma');
    const service = await migrateForService(db);
    const key = await prepareStore(db);
    const env = {
      DATABASE_URL: service,
      RETOMA_SECRET: secret,
      PORT: '0',
      ...unlimited,
    };
    server = await startServer('packages/cli/src/main.ts', ['serve', '--no-workers', '--json'], env);
    const bodyFile = path.join(folder, 'body.json');
    writeFileSync(bodyFile, JSON.stringify(request));
    await comparePages(server.port, key, bodyFile);
  } finally {
    await server?.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  compareSymbols();
}

/** Creates a store with sandbox payments; returns its API key. */
async function prepareStore(connectionString: string): Promise<string> {
  const db = openOwnPool(connectionString);
  const { storeId } = await createStore(db, 'Loja');
  const methods = ['pix', 'boleto', 'card'] as const;
  const credentialsKey = deriveKey(secret, 'credentials');
  await setPaymentAccount({ db, credentialsKey }, storeId, { provider: 'sandbox', methods }, unaudited);
  const { key } = (await createKey(db, new ApiKeys(secret), storeId, 'checkout', unaudited))!;
  await db.end();
  return key;
}

async function comparePages(port: number, key: string, bodyFile: string): Promise<void> {
  const headers = { 'x-api-key': key };
  const create = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}/stores/external/checkout`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    return `/pay/${((await answer.json()) as { checkoutId: string }).checkoutId}`;
  };
  const [choosing, waiting] = [await create(), await create()];
  const form = new URLSearchParams({ method: 'pix' });
  const page = await fetch(`http://127.0.0.1:${port}${waiting}/pay`, { method: 'POST', body: form });
  const html = await page.text();
  if (!html.includes('id="pix-code"')) throw new Error('no PIX page');
  console.log(`The PIX page with ten lines: ${html.length} characters, ${gzipSync(html).length} bytes gzipped\n`);
  const peers = [
    { name: baseline, path: '/stores/external/checkout', bodyFile, status: '201' },
    { name: 'page: how to pay', path: choosing, status: '200' },
    { name: 'page: PIX with its symbol', path: waiting, status: '200' },
    { name: 'state, as an open page asks', path: `${waiting}/state`, status: '200' },
  ];
  const samples = new Map<string, { perSecond: number; p50: number; p99: number }[]>();
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    for (const { name, status, ...peer } of peers) {
      const report = await runLoad({ port, headers, connections, seconds: repetition === 0 ? 1 : seconds, ...peer });
      if (Object.keys(report.statuses).join() !== status)
        throw new Error(`${name}: ${JSON.stringify(report.statuses)}`);
      // The first round only warms up.
      if (repetition > 0) samples.set(name, [...(samples.get(name) ?? []), report]);
    }
  }
  console.log(`| c=${connections} | req/s | p50 ms | p99 ms | req/s and p99 to ${baseline} |\n|---|---|---|---|---|`);
  const of = (name: string, member: 'perSecond' | 'p50' | 'p99'): number =>
    median(samples.get(name)!.map((sample) => sample[member]));
  for (const { name } of peers) {
    const [perSecond, p99] = [of(name, 'perSecond'), of(name, 'p99')];
    const ratio = `${(perSecond / of(baseline, 'perSecond')).toFixed(2)} x, ${(p99 / of(baseline, 'p99')).toFixed(2)} x`;
    console.log(`| ${name} | ${perSecond.toFixed(0)} | ${of(name, 'p50').toFixed(1)} | ${p99.toFixed(1)} | ${ratio} |`);
  }
}

/** A PIX code of usual length. */
const code =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d3-a456-426655440000520400005303986540518.985802BR' +
  '5911Loja Aurora6009Sao Paulo62170513Pedido10421A26304D3D7';

function compareSymbols(): void {
  const makers = [
    { name: 'uqr: modules alone, every mask tried', make: () => encode(code, { ecc: 'M', border: 4 }).size },
    { name: 'PNG of 240 pixels', make: () => drawQr(code, 240).length },
    { name: 'path of the page', make: () => qrPath(code).path.length },
    { name: 'uqr: SVG with a square for each module', make: () => renderSVG(code, { ecc: 'M', border: 4 }).length },
  ];
  const perSecond = new Map(makers.map(({ name }) => [name, [] as number[]]));
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    for (const { name, make } of makers) {
      const rate = rateOf(make);
      if (repetition > 0) perSecond.get(name)!.push(rate);
    }
  }
  const first = median(perSecond.get(makers[0]!.name)!);
  console.log(`\n| symbol | per second | to ${makers[0]!.name} | size |\n|---|---|---|---|`);
  for (const { name, make } of makers) {
    const rate = median(perSecond.get(name)!);
    console.log(`| ${name} | ${rate.toFixed(0)} | ${(rate / first).toFixed(1)} x | ${make()} |`);
  }
}

/** How many times a second `make` runs, measured over one second. */
function rateOf(make: () => unknown): number {
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < 1_000) {
    make();
    count++;
  }
  return (count * 1000) / (performance.now() - started);
}

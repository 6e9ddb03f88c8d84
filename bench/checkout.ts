// Checkout creation (API key, rate limit, validation, totals, durable insert of the checkout, its lead and the lead's event), against two
// baselines: checkout/anchor.ts, a service that stores one row, and checkout/by-hand.ts, one that stores our rows, each with its own
// statement. All run on the same durable PostgreSQL, alternating; medians. Our process also runs its workers; the lag is measured at a
// second store that starts an automation for each lead. A repetition is repeated if other processes used the machine. Not measured: TLS, a
// network, a database on another machine, larger carts.
import { unaudited } from '../packages/server/src/members/audit/testing/unaudited.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { saveAutomation } from '../packages/server/src/automations/definitions/save-automation.ts';
import type { Database } from '../packages/server/src/base/postgres/pool.ts';
import { migrate } from '../packages/server/src/base/postgres/migrate.ts';
import { ApiKeys } from '../packages/server/src/stores/api-key.ts';
import { createKey, createStore } from '../packages/server/src/stores/manage-stores.ts';
import { tenItems } from './checkout/cart.ts';
import { openOwnPool } from './harness/own-pool.ts';
import { BenchPostgres, migrateForService } from './harness/postgres.ts';
import { cpuOf, cpuOfMachine, family, median, runLoad, startServer, type Server } from './harness/processes.ts';

type CheckoutSample = { perSecond: number; p50: number; p99: number; cpuMicros: number; others: number; lagMs: number };
type Peer = {
  name: string;
  server: Server;
  headers: Record<string, string>;
  tables: string;
  db: string;
  /** The key of a store that starts an automation for each lead; absent: the peer starts none. */
  probeKey?: string;
};

const seconds = Number(process.env['BENCH_SECONDS'] ?? 6);
const repetitions = Number(process.env['BENCH_REPETITIONS'] ?? 3);
const secret = 'a secret for benchmarks of 32 characters';
const quietEnough = Number(process.env['BENCH_QUIET'] ?? 0.2);
const levels = (process.env['BENCH_CONNECTIONS'] ?? '16,64,256').split(',').map(Number);

/** Prints the table and its ratios. */
export async function run(): Promise<void> {
  const postgres = await new BenchPostgres().start();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-load-'));
  const bodyFile = path.join(folder, 'body.json');
  writeFileSync(bodyFile, JSON.stringify(tenItems));
  const peers = await startPeers(postgres);
  try {
    const results = new Map<string, CheckoutSample>();
    for (const connections of levels) {
      for (const [name, sample] of await compare(peers, postgres.pid, bodyFile, connections)) {
        results.set(`${name} c=${connections}`, sample);
      }
    }
    print(results);
  } finally {
    for (const { server } of peers) await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startPeers(postgres: BenchPostgres): Promise<Peer[]> {
  const anchorDb = await postgres.createDatabase('anchor');
  const anchor = await startServer('bench/checkout/anchor.ts', [], { DATABASE_URL: anchorDb });
  const [db, byHandDb] = [await postgres.createDatabase('retoma'), await postgres.createDatabase('by_hand')];
  await migrate(byHandDb);
  const byHand = await startServer('bench/checkout/by-hand.ts', [], { DATABASE_URL: byHandDb });
  const service = await migrateForService(db);
  const { key, probeKey } = await openStores(db);
  // Each rate limit counts every request, but is too high to refuse one. BENCH_LIMITS=off turns the limits against abuse off.
  const limit = process.env['BENCH_LIMITS'] === 'off' ? '0' : '1000000';
  const env = {
    DATABASE_URL: service,
    RETOMA_SECRET: secret,
    PORT: '0',
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '1000000',
    NEW_CONTACTS_PER_HOUR: limit,
    NEW_CONTACTS_PER_DAY: limit,
    STORE_NEW_CONTACTS_PER_HOUR: limit,
    STORE_NEW_CONTACTS_PER_DAY: limit,
    RATE_LIMIT_MEGABYTES_PER_MINUTE: limit,
    STORE_MEGABYTES_PER_DAY: limit,
  };
  const ours = await startServer('packages/cli/src/main.ts', ['serve', '--json'], env);
  const validateOnly = await startServer('bench/checkout/validate-only.ts', [], env);
  const headers = { 'x-api-key': key };
  const tables = 'checkouts, events, event_queue, shoppers';
  return [
    { name: minimal, server: anchor, headers: {}, tables: 'checkout', db: anchorDb },
    { name: hand, server: byHand, headers: {}, tables, db: byHandDb },
    { name: retoma, server: ours, headers, tables, db, probeKey },
    { name: bound, server: validateOnly, headers, tables, db },
  ];
}

const [minimal, hand] = ['bare Fastify + schema + INSERT', 'the same rows by hand'];
const [retoma, bound] = ['Retoma', 'Retoma without the insert'];

/** Two stores: one takes the load, the other starts an automation for each lead. */
async function openStores(db: string): Promise<{ key: string; probeKey: string }> {
  const pool = openOwnPool(db);
  const keyOf = async (storeId: string): Promise<string> =>
    (await createKey(pool, new ApiKeys(secret), storeId, 'checkout', unaudited))!.key;
  const [loaded, probed] = [await createStore(pool, 'Loja'), await createStore(pool, 'Sonda')];
  const onLead = {
    name: 'Sonda',
    trigger_event: 'lead.created',
    active: true,
    steps: [{ type: 'delay', minutes: 60 }],
  };
  await saveAutomation(
    { db: pool, mode: 'off' },
    { storeId: probed.storeId, text: JSON.stringify(onLead), publish: true },
    unaudited,
  );
  const keys = { key: await keyOf(loaded.storeId), probeKey: await keyOf(probed.storeId) };
  await pool.end();
  return keys;
}

async function compare(
  peers: Peer[],
  postmaster: number,
  bodyFile: string,
  connections: number,
): Promise<[string, CheckoutSample][]> {
  const samples = new Map<string, CheckoutSample[]>(peers.map(({ name }) => [name, []]));
  for (const peer of peers) await measure(peer, postmaster, bodyFile, connections, 2);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const peer of peers) {
      let sample = await measure(peer, postmaster, bodyFile, connections, seconds);
      for (let again = 0; again < 3 && sample.others > quietEnough; again++) {
        process.stderr.write(`  others used ${sample.others.toFixed(2)} cores: ${peer.name} c=${connections} again\n`);
        sample = await measure(peer, postmaster, bodyFile, connections, seconds);
      }
      samples.get(peer.name)!.push(sample);
    }
  }
  return [...samples].map(([name, list]) => {
    const of = (member: keyof CheckoutSample): number => median(list.map((sample) => sample[member]));
    return [
      name,
      {
        perSecond: of('perSecond'),
        p50: of('p50'),
        p99: of('p99'),
        cpuMicros: of('cpuMicros'),
        others: of('others'),
        lagMs: Math.max(...list.map(({ lagMs }) => lagMs)),
      },
    ];
  });
}

async function measure(
  peer: Peer,
  postmaster: number,
  bodyFile: string,
  connections: number,
  seconds: number,
): Promise<CheckoutSample> {
  const pool = openOwnPool(peer.db);
  await pool.query(`truncate ${peer.tables}`);
  await pool.query('checkpoint');
  // An ended backend's CPU time is added to its postmaster, so the sum over live processes loses none.
  const used = (): number => [peer.server.pid, ...family(postmaster)].reduce((sum, pid) => sum + cpuOf(pid), 0);
  const [before, machineBefore, startedAt] = [used(), cpuOfMachine(), performance.now()];
  const { port } = peer.server;
  const options = { port, path: '/stores/external/checkout', headers: peer.headers };
  const probing = peer.probeKey === undefined ? undefined : probe(port, peer.probeKey, seconds);
  const report = await runLoad({ ...options, bodyFile, connections, seconds });
  if (Object.keys(report.statuses).join() !== '201')
    throw new Error(`${peer.name}: ${JSON.stringify(report.statuses)}`);
  const cpu = used() - before;
  const elapsed = (performance.now() - startedAt) / 1000;
  const others = (cpuOfMachine() - machineBefore - cpu - report.cpu) / elapsed;
  const lagMs = probing ? await lagOf(pool, await probing) : 0;
  await pool.end();
  return {
    perSecond: report.perSecond,
    p50: report.p50,
    p99: report.p99,
    cpuMicros: (cpu / report.requests) * 1e6,
    others,
    lagMs,
  };
}

const probeEveryMs = 250;

/** Creates a checkout with a lead from time to time during the load; returns the ids. */
async function probe(port: number, key: string, seconds: number): Promise<string[]> {
  const ids: string[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const response = await fetch(`http://127.0.0.1:${port}/stores/external/checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(tenItems),
    });
    ids.push(((await response.json()) as { checkoutId: string }).checkoutId);
    await setTimeout(probeEveryMs);
  }
  return ids;
}

/** The longest time from a lead to the start of its run, in milliseconds. Waits until every lead has a run. */
async function lagOf(pool: Database, checkoutIds: readonly string[]): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { rows } = await pool.query<{ started: number; lag: number }>(
      `select count(*)::int as started, max(extract(epoch from r.started_at - e.occurred_at) * 1000)::float8 as lag
       from events e join runs r on r.event_id = e.event_id where e.checkout_id = any($1::uuid[])`,
      [checkoutIds],
    );
    if (rows[0]!.started === checkoutIds.length) return rows[0]!.lag;
    if (tries === 100) throw new Error(`${checkoutIds.length - rows[0]!.started} leads started no run`);
    await setTimeout(100);
  }
}

function print(results: Map<string, CheckoutSample>): void {
  console.log('\n| peer | req/s | p50 ms | p99 ms | CPU µs/req |\n|---|---|---|---|---|');
  for (const [name, { perSecond, p50, p99, cpuMicros }] of results) {
    console.log(
      `| ${name} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${cpuMicros.toFixed(0)} |`,
    );
  }
  for (const connections of levels) {
    const of = (name: string): CheckoutSample => results.get(`${name} c=${connections}`)!;
    const [base, ours] = [of(minimal), of(retoma)];
    console.log(
      `c=${connections}: throughput ${(ours.perSecond / base.perSecond).toFixed(2)} x, p99 ${(ours.p99 / base.p99).toFixed(2)} x, ` +
        `CPU per request ${(ours.cpuMicros / base.cpuMicros).toFixed(2)} x the baseline; ` +
        `${(ours.perSecond / of(hand).perSecond).toFixed(2)} x of the same by hand; ` +
        `${(ours.perSecond / of(bound).perSecond).toFixed(2)} x of the bound without an insert; ` +
        `a lead's run starts after at most ${ours.lagMs.toFixed(0)} ms`,
    );
  }
}

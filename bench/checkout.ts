// Checkout creation, whole (key, rate limit, validation, totals, durable insert), against the baseline in checkout/anchor.ts.
// Both on the same PostgreSQL with durability on, alternating, medians. A repetition during which others used the machine is
// repeated. Not measured: TLS, a network, a database on another machine, larger carts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openPool } from '../packages/server/src/db/pool.ts';
import { migrate } from '../packages/server/src/db/migrate.ts';
import { ApiKeys } from '../packages/server/src/stores/api-key.ts';
import { createKey, createStore } from '../packages/server/src/stores/manage-stores.ts';
import { tenItems } from './checkout/cart.ts';
import { BenchPostgres } from './harness/postgres.ts';
import { cpuOf, cpuOfMachine, family, median, runLoad, startServer, type Server } from './harness/processes.ts';

type Sample = { perSecond: number; p50: number; p99: number; cpuMicros: number; others: number };
type Peer = { name: string; server: Server; headers: Record<string, string>; table: string; db: string };

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
    const results = new Map<string, Sample>();
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
  const db = await postgres.createDatabase('retoma');
  await migrate(db);
  const pool = openPool(db, 1, () => {});
  const { storeId } = await createStore(pool, 'Loja');
  const { key } = (await createKey(pool, new ApiKeys(secret), storeId, 'checkout'))!;
  await pool.end();
  // The limiter works on every request; it only never says no.
  const env = {
    DATABASE_URL: db,
    RETOMA_SECRET: secret,
    PORT: '0',
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '1000000',
  };
  const ours = await startServer('packages/cli/src/main.ts', ['serve', '--no-workers', '--json'], env);
  const validateOnly = await startServer('bench/checkout/validate-only.ts', [], env);
  const headers = { 'x-api-key': key };
  return [
    { name: 'bare Fastify + schema + INSERT', server: anchor, headers: {}, table: 'checkout', db: anchorDb },
    { name: 'Retoma', server: ours, headers, table: 'checkouts', db },
    { name: 'Retoma without the insert', server: validateOnly, headers, table: 'checkouts', db },
  ];
}

async function compare(
  peers: Peer[],
  postmaster: number,
  bodyFile: string,
  connections: number,
): Promise<[string, Sample][]> {
  const samples = new Map<string, Sample[]>(peers.map(({ name }) => [name, []]));
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
    const of = (member: keyof Sample): number => median(list.map((sample) => sample[member]));
    return [
      name,
      { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpuMicros: of('cpuMicros'), others: of('others') },
    ];
  });
}

async function measure(
  peer: Peer,
  postmaster: number,
  bodyFile: string,
  connections: number,
  seconds: number,
): Promise<Sample> {
  const pool = openPool(peer.db, 1, () => {});
  await pool.query(`truncate ${peer.table}`);
  await pool.query('checkpoint');
  await pool.end();
  // What an ended backend has used moves to its postmaster, so the sum over those alive never loses any.
  const used = (): number => [peer.server.pid, ...family(postmaster)].reduce((sum, pid) => sum + cpuOf(pid), 0);
  const [before, machineBefore, startedAt] = [used(), cpuOfMachine(), performance.now()];
  const options = { port: peer.server.port, path: '/stores/external/checkout', headers: peer.headers };
  const report = await runLoad({ ...options, bodyFile, connections, seconds });
  if (Object.keys(report.statuses).join() !== '201')
    throw new Error(`${peer.name}: ${JSON.stringify(report.statuses)}`);
  const cpu = used() - before;
  const elapsed = (performance.now() - startedAt) / 1000;
  const others = (cpuOfMachine() - machineBefore - cpu - report.cpu) / elapsed;
  return {
    perSecond: report.perSecond,
    p50: report.p50,
    p99: report.p99,
    cpuMicros: (cpu / report.requests) * 1e6,
    others,
  };
}

function print(results: Map<string, Sample>): void {
  console.log('\n| peer | req/s | p50 ms | p99 ms | CPU µs/req |\n|---|---|---|---|---|');
  for (const [name, { perSecond, p50, p99, cpuMicros }] of results) {
    console.log(
      `| ${name} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${cpuMicros.toFixed(0)} |`,
    );
  }
  for (const connections of levels) {
    const base = results.get(`bare Fastify + schema + INSERT c=${connections}`)!;
    const ours = results.get(`Retoma c=${connections}`)!;
    const bound = results.get(`Retoma without the insert c=${connections}`)!;
    console.log(
      `c=${connections}: throughput ${(ours.perSecond / base.perSecond).toFixed(2)} x, p99 ${(ours.p99 / base.p99).toFixed(2)} x, ` +
        `CPU per request ${(ours.cpuMicros / base.cpuMicros).toFixed(2)} x the baseline; ` +
        `${(ours.perSecond / bound.perSecond).toFixed(2)} x of the bound without an insert`,
    );
  }
}

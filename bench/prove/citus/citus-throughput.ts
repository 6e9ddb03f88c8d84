// The throughput of one shard on Citus, compared with the same shard as a schema of plain PostgreSQL from the same installation.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { shardOf } from '../../../packages/server/src/base/ids.ts';
import { createShard } from '../../../packages/server/src/app/shards/create-shard.ts';
import { readShards } from '../../../packages/server/src/app/shards/shard-map.ts';
import { tenItems } from '../../checkout/cart.ts';
import { warmUp } from '../../engine/measure.ts';
import { RunnerProcess } from '../../engine/runner-process.ts';
import { median, runLoad } from '../../harness/processes.ts';
import { Product } from '../../load/product.ts';
import { CitusCluster, ownerRole, superuser } from './citus-cluster.ts';
import { createOnCitus } from './citus-shards.ts';

/** How much is measured: seconds of checkouts, and runs, in each of the rounds. */
export type Amount = { readonly seconds: number; readonly runs: number; readonly rounds: number };

/** Checkouts through the API and runs through workers, a second. */
type Throughput = { readonly checkouts: number; readonly runs: number };

/** The medians. */
export type Compared = { readonly plain: Throughput; readonly citus: Throughput };

/** Measures both in turn. */
export async function compareThroughput(installation: string, amount: Amount): Promise<Compared> {
  const measured: { readonly plain: Throughput[]; readonly citus: Throughput[] } = { plain: [], citus: [] };
  for (let round = 0; round < amount.rounds; round++) {
    for (const kind of ['plain', 'citus'] as const) {
      const one = await measure(new CitusCluster(installation, kind === 'plain' ? 0 : 2), amount);
      process.stderr.write(`  ${kind}: ${one.checkouts.toFixed(0)} checkouts, ${one.runs.toFixed(0)} runs a second\n`);
      measured[kind].push(one);
    }
  }
  return { plain: medians(measured.plain), citus: medians(measured.citus) };
}

const medians = (all: readonly Throughput[]): Throughput => ({
  checkouts: median(all.map(({ checkouts }) => checkouts)),
  runs: median(all.map(({ runs }) => runs)),
});

/** Callers at once, spread over the API processes, which suffice to keep all cores busy. */
const connections = 64;

async function measure(cluster: CitusCluster, { seconds, runs }: Amount): Promise<Throughput> {
  const product = new Product(cluster);
  try {
    const create = cluster.nodes.length > 0 ? createOnCitus : createShard;
    // Stores are made in turn in shard 0 and shard 1.
    await product.start({ apis: 2, workers: 0, stores: 2 }, undefined, [{}], create);
    const [shard] = await product.withMap(({ db, key, ofShard0 }) => readShards(db, key, ofShard0));
    await measureCheckouts(product, 5);
    const checkouts = await measureCheckouts(product, seconds);
    return { checkouts, runs: await measureRuns(shard!.connectionString, runs) };
  } finally {
    await product.stop();
  }
}

/** Checkouts a second in a store of shard 1. */
async function measureCheckouts(product: Product, seconds: number): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-citus-load-'));
  const bodyFile = path.join(folder, 'body.json');
  writeFileSync(bodyFile, JSON.stringify(tenItems));
  const store = product.stores.find(({ sms }) => shardOf(sms?.connectionId ?? '') === 1)!;
  const headers = { 'x-api-key': store.checkoutKey };
  const of = { path: '/stores/external/checkout', headers, bodyFile, seconds };
  try {
    const reports = await Promise.all(
      product.baseUrls.map((url) =>
        runLoad({ ...of, port: Number(new URL(url).port), connections: connections / product.baseUrls.length }),
      ),
    );
    const refused = reports.filter(({ statuses }) => Object.keys(statuses).join() !== '201');
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
    return reports.reduce((sum, { perSecond }) => sum + perSecond, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a second of two workers in a shard: event, message, a wait of up to a second, message (bench/engine/ours.ts). */
async function measureRuns(connectionString: string, runs: number): Promise<number> {
  const as = (role: string): string => connectionString.replace(/(?<=^postgresql:\/\/)[^@]*/, role);
  // Only a superuser vacuums all tables and makes checkpoints.
  const sql = new Client({ connectionString: as(superuser).replace(/\?.*/, '') });
  const runner = new RunnerProcess('ours');
  try {
    await sql.connect();
    await runner.start(as(ownerRole), { baseMs: 0, spreadMs: 1_000 });
    const warm = await warmUp(runner, sql, runs);
    const began = performance.now();
    await runner.submit(warm, runs);
    await runner.waitDone(warm + runs);
    const perSecond = (runs * 1_000) / (performance.now() - began);
    await runner.stop();
    return perSecond;
  } finally {
    await runner.kill();
    await sql.end();
  }
}

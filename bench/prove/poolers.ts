// The product behind PgBouncer, Debian's package with its defaults. In session mode it works as on PostgreSQL itself: PgBouncer and PostgreSQL
// are killed while shoppers, stores and providers continue. In the other modes it refuses to start, and changes nothing.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { checkServer } from '../../packages/server/src/base/postgres/check-server.ts';
import { databaseRefusals } from '../../packages/server/src/base/postgres/refusals.ts';
import { asService, BenchPostgres } from '../harness/postgres.ts';
import { Product, type ProductPostgres, type Size } from '../load/product.ts';
import { killingPostgres } from './chaos.ts';
import type { Outcome } from './chaos/outcome.ts';
import { tryUnderLoad, type ChaosTrial, type InjectedFailure } from './chaos/under-load.ts';
import { PgBouncer, type PoolerMode } from './poolers/pgbouncer.ts';

/** Modes of PgBouncer in which the product does not start. */
export const refusedModes = ['transaction', 'statement'] as const;

/** Starts a product whose every connection goes through PgBouncer in session mode, kills under load, and stops it. */
export async function workBehindPooler(size: Size, trial: ChaosTrial): Promise<Outcome> {
  const postgres = new BenchPostgres();
  // For each role: docs/scale.md has the connections of each process, and the load and its accounts have some of their own.
  const pooler = new PgBouncer({ mode: 'session', poolSize: 13 * size.apis + 19 * size.workers + 10 });
  const product = new Product(behind(postgres, pooler));
  try {
    await product.start(size);
    return await tryUnderLoad(product, [killing(pooler), killingPostgres(postgres)], trial);
  } finally {
    await product.stop();
  }
}

function behind(postgres: BenchPostgres, pooler: PgBouncer): ProductPostgres {
  return {
    start: () => postgres.start(),
    async createDatabase(name) {
      const owner = await postgres.createDatabase(name);
      await pooler.start([owner, asService(owner)]);
      return pooler.urlOf(owner);
    },
    groups: () => [...postgres.groups(), { name: 'PgBouncer', pids: () => pooler.pids() }],
    async stop() {
      await pooler.stop();
      await postgres.stop();
    },
  };
}

const killing = (pooler: PgBouncer): InjectedFailure => ({
  word: 'kill -9 of PgBouncer',
  async inflict(random) {
    await pooler.kill();
    await sleep(random() * 1_000);
    await pooler.restart();
  },
});

/** What a start through a mode of PgBouncer does. `tables`: how many are in the database afterwards. */
type Refusal = { readonly exitStatus: number; readonly isAdvised: boolean; readonly tables: number };

/** Starts the product on an empty database through PgBouncer in a mode. */
export const startThrough = (mode: (typeof refusedModes)[number]): Promise<Refusal> =>
  onEmptyDatabase({ mode }, async (pooled, direct) => {
    const { exitStatus, output } = await runServe(pooled);
    const advice = databaseRefusals.POOLED_CONNECTION.en.replace('{setting}', 'DATABASE_URL');
    return { exitStatus, isAdvised: output.includes(advice), tables: await countTables(direct) };
  });

/** What the check of a server says through a PgBouncer whose only connection it has itself. */
export const checkWithoutFreeConnection = (): Promise<string> =>
  onEmptyDatabase({ mode: 'session', poolSize: 1 }, (connectionString) =>
    checkServer({ connectionString, setting: 'DATABASE_URL' }).catch((error: Error) => error.message),
  );

/** `pooled` and `direct`: connection strings of the same database. */
async function onEmptyDatabase<Result>(
  mode: PoolerMode,
  work: (pooled: string, direct: string) => Promise<Result>,
): Promise<Result> {
  const postgres = await new BenchPostgres().start();
  const pooler = new PgBouncer(mode);
  try {
    const owner = await postgres.createDatabase('retoma');
    await pooler.start([owner]);
    return await work(pooler.urlOf(owner), owner);
  } finally {
    await pooler.stop();
    await postgres.stop();
  }
}

function runServe(databaseUrl: string): Promise<{ exitStatus: number; output: string }> {
  const main = path.resolve(import.meta.dirname, '../../packages/cli/src/main.ts');
  const settings = { DATABASE_URL: databaseUrl, RETOMA_SECRET: 'a secret of thirty-two characters' };
  // The test runner sets BASE_URL itself; an empty value counts as absent.
  const env = { ...process.env, BASE_URL: '', ...settings };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, 'serve', '--no-workers'], { env }, (_error, stdout, stderr) =>
      resolve({ exitStatus: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

async function countTables(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_tables where schemaname = 'public'`);
    return rowCount!;
  } finally {
    await client.end();
  }
}

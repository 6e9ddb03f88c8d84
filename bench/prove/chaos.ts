// What the whole product guarantees when processes are killed: API, workers and PostgreSQL get kill -9 while shoppers, stores and providers
// continue. Every 201 and 202 is stored, no message is sent twice, no run is lost, and latencies are soon normal again.
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchPostgres } from '../harness/postgres.ts';
import { Product, type Part, type Size } from '../load/product.ts';
import type { Outcome } from './chaos/outcome.ts';
import { tryUnderLoad, type InjectedFailure, type ChaosTrial } from './chaos/under-load.ts';

/** Starts a product, kills parts of it under load, and stops it. */
export async function killAtRandom(size: Size, trial: ChaosTrial): Promise<Outcome> {
  const postgres = new BenchPostgres();
  const product = new Product(postgres);
  try {
    await product.start(size);
    return await tryUnderLoad(product, [...product.parts.map(killing), killingPostgres(postgres)], trial);
  } finally {
    await product.stop();
  }
}

const killing = (part: Part): InjectedFailure => ({
  word: `kill -9 of ${part.name}`,
  async inflict(random) {
    part.child?.kill('SIGKILL');
    await sleep(random() * 1_000);
    await part.start();
  },
});

/** Kills a PostgreSQL with kill -9, and starts it again a moment later. */
export const killingPostgres = (
  postgres: { readonly kill: () => void; readonly start: () => Promise<unknown> },
  name = 'PostgreSQL',
): InjectedFailure => ({
  word: `kill -9 of ${name}`,
  async inflict(random) {
    postgres.kill();
    await sleep(random() * 1_000);
    await postgres.start();
  },
});

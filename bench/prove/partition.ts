// Workers that lose their connection to PostgreSQL without an error, in the middle of any work: the others continue, claims and leases of
// the lost workers expire, and no message is sent twice when they are back.
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchPostgres } from '../harness/postgres.ts';
import { Product, type Size } from '../load/product.ts';
import type { Outcome } from './chaos/outcome.ts';
import { tryUnderLoad, type InjectedFailure, type ChaosTrial } from './chaos/under-load.ts';
import {
  cut,
  cuts,
  databaseHost,
  gatewayHost,
  inNamespace,
  join,
  layCables,
  network,
  removeCables,
} from './partition/network.ts';

/** Lengths of the cuts, in milliseconds: shorter and longer than the timeouts of connections, statements and leases. */
const lengths = [500, 5_000, 20_000, 70_000];

/** Starts a product with workers in separate network namespaces, cuts their links under load, and stops it. */
export async function partition(size: Size, trial: ChaosTrial): Promise<Outcome> {
  layCables(size.workers);
  const product = new Product(new BenchPostgres({ listen_addresses: '0.0.0.0' }, network));
  try {
    await product.start(size, {
      gatewayHost,
      command: inNamespace,
      reach: (worker, connectionString) => {
        const { pathname, username } = new URL(connectionString.replace('@/', '@host/'));
        return `postgresql://${username}@${databaseHost(worker)}:5432${pathname}`;
      },
    });
    return await tryUnderLoad(product, faultsOf(size.workers, trial.seconds), trial);
  } finally {
    await product.stop();
    removeCables(size.workers);
  }
}

/**
 * A failure for each worker, kind of cut and length, and the same for all workers at once. Lengths above a third of the trial are left out.
 */
function faultsOf(workers: number, seconds: number): InjectedFailure[] {
  const each = Array.from({ length: workers }, (_, index) => [index + 1]);
  const groups = workers > 1 ? [...each, each.flat()] : each;
  return lengths
    .filter((ms) => ms <= (seconds * 1000) / 3)
    .flatMap((ms) =>
      groups.flatMap((group) =>
        cuts.map((how) => ({
          word: `${group.length > 1 ? 'all workers' : `worker ${group[0]}`} cut off, ${how}`,
          lasts: ms,
          async inflict() {
            for (const worker of group) cut(worker, how);
            await sleep(ms);
            for (const worker of group) join(worker, how);
          },
        })),
      ),
    );
}

// Workers that are cut off from PostgreSQL without a signal, in the middle of any work: the others continue, what the lost ones
// held becomes free, and no message is sent twice when they are back.
import { setTimeout as sleep } from 'node:timers/promises';
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

/** How long a cut lasts, in milliseconds: shorter and longer than the timeouts of connections, statements and leases. */
const lengths = [500, 5_000, 20_000, 70_000];

/** Starts a product whose workers are machines of their own, cuts their cables under load, and ends it. */
export async function partition(size: Size, trial: ChaosTrial): Promise<Outcome> {
  layCables(size.workers);
  const product = new Product({ listen_addresses: '0.0.0.0' }, network);
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

/** Each worker cut off in each way for each time, and all of them at once; none for longer than a third of the whole. */
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

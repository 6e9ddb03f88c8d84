// What the product guarantees when the primary of a highly available PostgreSQL dies, freezes or is replaced as planned: every 201 and
// 202 is stored, no message is sent twice, no run is lost, no process ends, and writes soon succeed again.
import { setTimeout as sleep } from 'node:timers/promises';
import { Product, type Size } from '../load/product.ts';
import type { Outcome } from './chaos/outcome.ts';
import { tryUnderLoad, type ChaosTrial, type InjectedFailure } from './chaos/under-load.ts';
import { Cluster, type Machine } from './failover/machines.ts';

/** How long no write succeeded after a failure, in milliseconds. */
export type Gap = { readonly failure: keyof typeof allowedGaps; readonly ms: number };

/** Patroni's `ttl` in deploy/ha/patroni.yml, in milliseconds. */
const ttlMs = 20_000;

/** The longest time without a write that each failure may cause (CHK26). */
export const allowedGaps = { switchover: 10_000, kill: ttlMs + 10_000, freeze: ttlMs + 10_000 } as const;

const frozenMs = 40_000;

/** Starts a product on a cluster, takes its primary away under load, and stops both. The API names all hosts; workers use the proxy. */
export async function failOver(size: Size, trial: ChaosTrial): Promise<{ outcome: Outcome; gaps: readonly Gap[] }> {
  const cluster = new Cluster();
  const product = new Product(cluster);
  const gaps: Gap[] = [];
  try {
    await product.start(size, {
      gatewayHost: '127.0.0.1',
      command: () => [],
      reach: (_worker, hosts) => hosts.replace(/@[^/]*/, '@127.0.0.1:5000'),
    });
    return { outcome: await tryUnderLoad(product, failuresOf(cluster, gaps), trial), gaps };
  } finally {
    await product.stop();
  }
}

/** Each failure ends when a write succeeds again. The machine returns afterwards; the next failure waits until the cluster is complete. */
function failuresOf(cluster: Cluster, gaps: Gap[]): InjectedFailure[] {
  let healing: Promise<void> = Promise.resolve();
  const failure = (
    word: keyof typeof allowedGaps,
    inflict: (primary: Machine) => Promise<void>,
    heal: (primary: Machine) => Promise<void>,
  ): InjectedFailure => ({
    word,
    lasts: 60_000,
    async inflict() {
      await healing;
      await cluster.untilComplete();
      const primary = await cluster.primary();
      const began = performance.now();
      // A switchover answers when it is done.
      const inflicting = inflict(primary);
      gaps.push({ failure: word, ms: await longestGap(cluster, began, inflicting) });
      healing = heal(primary);
    },
  });
  return [
    failure(
      'switchover',
      () => cluster.switchOver(),
      () => Promise.resolve(),
    ),
    failure(
      'kill',
      async (primary) => primary.signal('SIGKILL'),
      async (primary) => {
        await sleep(2_000);
        primary.start();
      },
    ),
    failure(
      'freeze',
      async (primary) => primary.signal('SIGSTOP'),
      async (primary) => {
        await sleep(frozenMs - ttlMs);
        primary.signal('SIGCONT');
      },
    ),
  ];
}

/**
 * The longest time between two writes that succeeded, in milliseconds. Writes every 100 ms from `began`, until the failure was inflicted and
 * ten writes in a row succeed after one that failed, or for five seconds if none fails.
 */
async function longestGap(cluster: Cluster, began: number, inflicting: Promise<void>): Promise<number> {
  const inflicted = { isDone: false };
  void inflicting.then(() => (inflicted.isDone = true));
  let [last, longest, inARow, failed] = [began, 0, 0, 0];
  while (!inflicted.isDone || inARow < 10 || (failed === 0 && last - began < 5_000)) {
    const isWritten = await cluster.ask('retoma', 'create temporary table write_probe ()').then(
      () => true,
      () => false,
    );
    const now = performance.now();
    if (now - began > 120_000) return now - last;
    if (isWritten) [longest, last, inARow] = [Math.max(longest, now - last), now, inARow + 1];
    else [failed, inARow] = [failed + 1, 0];
    await sleep(100);
  }
  await inflicting;
  return longest;
}

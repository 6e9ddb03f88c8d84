// npm run prove -- shards --citus [--gate g1] …: whether Citus is a way to place shards, with a PostgreSQL installation that has it.
import path from 'node:path';
import { moveOnCitus } from '../../../packages/server/src/app/shards/move-on-citus.ts';
import type { Product } from '../../load/product.ts';
import type { InjectedFailure } from '../chaos/under-load.ts';
import type { CitusCluster } from './citus-cluster.ts';
import { compareThroughput } from './citus-throughput.ts';
import { longestWait } from '../shards/writer.ts';
import { killingPostgres } from '../chaos.ts';
import { describeOutcome, type Outcome } from '../chaos/outcome.ts';
import { proveOnCitus } from './citus.ts';

/** How a gate is tried: in an installation, with choices drawn from a seed. */
type Trial = { readonly installation: string; readonly seed: number };

const size = { apis: 2, workers: 2, stores: 10 };
/** In seconds. */
const usual = { calm: 20, between: [8, 12], settle: true } as const;

const minutes = (otherwise: number): number => Number(process.env['MINUTES'] ?? otherwise) * 60;
const rate = (): number => Number(process.env['RATE'] ?? 40);

/** Prints an outcome. The gates do not ask for recovery times: all servers of a cluster share this machine. */
function report(name: string, folder: string, outcome: Outcome): boolean {
  console.log(describeOutcome(outcome));
  console.log(`In ${folder}: report.md and its plots`);
  const isPassed = outcome.wrong.length === 0;
  console.log(`${name} ${isPassed ? 'passed' : 'failed'}`);
  return isPassed;
}

/** The gates. Each resolves with whether it is passed. */
const gates = {
  /** An hour of load: no statement is refused, nothing is lost or repeated, and no server crashes. */
  async g1({ installation, seed }: Trial): Promise<boolean> {
    const folder = path.resolve('.retoma', 'citus-g1');
    const trial = { ...usual, seconds: minutes(60), rate: rate(), seed, folder };
    return report('G1', folder, await proveOnCitus(installation, size, trial));
  },
  /** At least 0.8 of the checkouts and runs of plain PostgreSQL, with all cores busy. */
  async g2({ installation }: Trial): Promise<boolean> {
    const [seconds, runs, rounds] = ['SECONDS', 'RUNS', 'ROUNDS'].map((name) => Number(process.env[name]));
    const amount = { seconds: seconds || 15, runs: runs || 20_000, rounds: rounds || 3 };
    const { plain, citus } = await compareThroughput(installation, amount);
    const ratios = (['checkouts', 'runs'] as const).map((what) => {
      const ratio = citus[what] / plain[what];
      const both = `${citus[what].toFixed(0)} on Citus, ${plain[what].toFixed(0)} on plain PostgreSQL`;
      console.log(`${what} a second, medians of ${amount.rounds}: ${both}: ${ratio.toFixed(2)} x`);
      return ratio;
    });
    const isPassed = ratios.every((ratio) => ratio >= 0.8);
    console.log(`G2 ${isPassed ? 'passed' : 'failed'}`);
    return isPassed;
  },
  /** Kills of nodes and moves between them under load: nothing is lost or repeated. */
  async g3({ installation, seed }: Trial): Promise<boolean> {
    const folder = path.resolve('.retoma', 'citus-g3');
    const trial = { ...usual, seconds: minutes(10), rate: rate(), seed, folder };
    const waits: Wait[] = [];
    const failuresOf = (product: Product, cluster: CitusCluster): InjectedFailure[] => [
      ...cluster.servers.map((server) => killingPostgres(server, server.name)),
      movingBetweenNodes(product, cluster, waits),
    ];
    const outcome = await proveOnCitus(installation, size, trial, failuresOf);
    for (const { ms, stoppedMs } of waits)
      console.log(`a move: stopped for ${stoppedMs} ms; a shop waited for a checkout at most ${ms.toFixed(0)} ms`);
    const wrong = waits.length > 0 ? outcome.wrong : [...outcome.wrong, 'no shard was moved'];
    return report('G3', folder, { ...outcome, wrong });
  },
} as const satisfies Record<string, (trial: Trial) => Promise<boolean>>;

/** What a move cost: how long the shard was stopped, and how long a shop waited, in milliseconds. */
type Wait = { readonly stoppedMs: number; readonly ms: number };

/** Moves shard 1 to the other node, and the next time back. */
const movingBetweenNodes = (product: Product, { nodes }: CitusCluster, waits: Wait[]): InjectedFailure => ({
  word: 'move of a shard',
  lasts: 20_000,
  async inflict() {
    let stoppedMs = 0;
    const ms = await longestWait(product, 1, async () => {
      for (const { port } of nodes) {
        const moved = await product.withMap((parts) => moveOnCitus(parts, 1, { host: '127.0.0.1', port }));
        if (moved.ok) stoppedMs = moved.stoppedMs;
        else if (moved.code !== 'SHARD_ADDRESS_IN_USE') throw new Error(moved.code);
        if (moved.ok) return;
      }
    });
    waits.push({ stoppedMs, ms });
  },
});

/** Runs gates, all of them if none is named. Resolves with whether all were passed. Throws if there is no gate of a name. */
export async function passGates(names: readonly string[], trial: Trial): Promise<boolean> {
  let isPassed = true;
  for (const name of names.length > 0 ? names : Object.keys(gates)) {
    if (!Object.hasOwn(gates, name)) throw new Error(`the gates are ${Object.keys(gates).join(', ')}`);
    console.log(`## ${name}`);
    isPassed = (await gates[name as keyof typeof gates](trial)) && isPassed;
  }
  return isPassed;
}

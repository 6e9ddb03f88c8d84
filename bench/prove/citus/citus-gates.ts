// npm run prove -- shards --citus [--gate g1] …: whether Citus is a way to place shards, with a PostgreSQL installation that has it.
import path from 'node:path';
import { shardOf } from '../../../packages/server/src/base/ids.ts';
import type { Product } from '../../load/product.ts';
import type { InjectedFailure } from '../chaos/under-load.ts';
import type { CitusCluster } from './citus-cluster.ts';
import { compareThroughput } from './citus-throughput.ts';
import { killingPostgres } from '../chaos.ts';
import { describeOutcome, type Outcome } from '../chaos/outcome.ts';
import { describeMove, measureMove, type MeasuredMove } from '../shard-move/measure-move.ts';
import { Writers } from '../shard-move/writers.ts';
import { moveToOtherNode } from './citus-shards.ts';
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
    const moves: MeasuredMove[] = [];
    const failuresOf = (product: Product, cluster: CitusCluster): InjectedFailure[] => [
      ...cluster.servers.map((server) => killingPostgres(server, server.name)),
      movingBetweenNodes(product, cluster, moves),
    ];
    const outcome = await proveOnCitus(installation, size, trial, failuresOf);
    for (const move of moves) console.log(`a move ${describeMove(move)}`);
    const wrong = moves.length > 0 ? outcome.wrong : [...outcome.wrong, 'no shard was moved'];
    return report('G3', folder, { ...outcome, wrong });
  },
} as const satisfies Record<string, (trial: Trial) => Promise<boolean>>;

/** Moves shard 1 to the other node, and the next time back. */
function movingBetweenNodes(product: Product, { nodes }: CitusCluster, moves: MeasuredMove[]): InjectedFailure {
  const shard = 1;
  return {
    word: 'move of a shard',
    lasts: 20_000,
    async inflict() {
      const { checkoutKey } = product.stores.find(({ sms }) => shardOf(sms?.connectionId ?? '') === shard)!;
      const writers = new Writers(product.baseUrls, checkoutKey);
      const move = (): ReturnType<typeof moveToOtherNode> =>
        product.withMap((parts) => moveToOtherNode(parts, nodes, shard));
      moves.push(await measureMove(writers, move));
    },
  };
}

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

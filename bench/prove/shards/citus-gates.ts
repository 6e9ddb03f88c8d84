// npm run prove -- shards --citus [--gate g1] …: whether Citus is a way to place shards, with a PostgreSQL installation that has it.
import path from 'node:path';
import { describeOutcome, type Outcome } from '../chaos/outcome.ts';
import { proveOnCitus } from './citus.ts';

/** How a gate is tried: in an installation, with choices drawn from a seed. */
type Trial = { readonly installation: string; readonly seed: number };

const size = { apis: 2, workers: 2, stores: 10 };
/** In seconds. */
const usual = { calm: 30, between: [17, 22], settle: true } as const;

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
} as const satisfies Record<string, (trial: Trial) => Promise<boolean>>;

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

// A product under load with failures injected at random moments, and the result. Each injector reports when it
// is over; the service then has the same time for recovery that it would have anywhere.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureCores } from '../../harness/cores.ts';
import { openPool, type Database } from '../../../packages/server/src/db/pool.ts';
import { randomFrom } from '../../../packages/server/src/engine/proofs/testing/random.ts';
import type { Product } from '../../load/product.ts';
import { dueBetween, percentile, type Recording } from '../../load/recording.ts';
import { writeReport } from '../../load/report.ts';
import { startGenerator, type Generator } from '../../load/run-generator.ts';
import { usualMix } from '../../load/settings.ts';
import { settleAccounts } from './accounts.ts';
import { describeOutcome, type Outcome, type Timing } from './outcome.ts';
import { quietP99s, recoveries, type Blow, type Watched } from './recovery.ts';

/** Something that can be done to a product. Resolves when what was taken away is there again. `lasts`: known before, in milliseconds. */
export type InjectedFailure = {
  readonly word: string;
  readonly lasts?: number;
  readonly inflict: (random: () => number) => Promise<void>;
};

/** How it is tried. Seconds. `calm`: nothing is done at the beginning; `between`: from one recovery to the next blow. */
export type ChaosTrial = {
  readonly seconds: number;
  readonly calm: number;
  readonly between: readonly [number, number];
  /** The number of blows; absent: as long as there is time. */
  readonly blows?: number;
  readonly rate: number;
  readonly seed: number;
  /** Whether to wait at the end until nothing is in progress, which takes a minute or two. */
  readonly settle: boolean;
  /** Where the report goes; absent: there is none. */
  readonly folder?: string;
};

/** After this time something is stuck, in milliseconds: claims and leases of a killed process last a minute. */
const timeoutMs = 300_000;
/** What is never too slow, in milliseconds: a message waits for the next turn of a worker, and for the gateway. */
const min = { answers: 100, messages: 500 };

/** Does things to a product that was started. Every choice comes from the seed; moments depend on the machine as well. */
export async function tryUnderLoad(
  product: Product,
  faults: readonly InjectedFailure[],
  trial: ChaosTrial,
): Promise<Outcome> {
  const { seconds, rate, seed, folder } = trial;
  const { baseUrls, stores, gateway } = product;
  const file = path.join(product.folder, 'recording.json');
  const load = { baseUrls, stores, gateway, rate, seconds, seed, mix: usualMix, file };
  const generator = await startGenerator(load);
  const db = openPool(product.database, 2, () => {}, { statementMs: 120_000 });
  try {
    void generator.done.catch(() => {});
    const measured = measureCores([...product.groups(), { name: 'load', pids: () => [generator.pid] }]);
    await sleep(trial.calm * 1000);
    const cores = measured();
    const blows = await strike(faults, trial, generator);
    if (trial.blows !== undefined) generator.enough();
    await generator.done;
    const inTime = await untilDone(db, trial.settle);
    const recording = await generator.stop();
    const accounts = await settleAccounts(db, recording, trial.settle);
    const ended = product.parts.filter(({ child }) => child && (child.exitCode ?? child.signalCode) !== null);
    const wrong = [
      ...(inTime === undefined ? [] : [`never done: ${inTime}`]),
      ...ended.map(
        ({ name, child, output }) =>
          `${name} ended by itself (${child!.exitCode ?? child!.signalCode}): ${output.slice(-2000)}`,
      ),
      ...accounts.wrong,
    ];
    const outcome = { ...accounts, wrong, blows, cores, ...timingsOf(recording, blows, trial) };
    if (folder !== undefined) {
      const marks = blows.map(({ word, at }) => ({ word, at }));
      writeReport(folder, { load, recording, marks, extra: describeOutcome(outcome) });
    }
    return outcome;
  } finally {
    generator.kill();
    await db.end();
  }
}

async function strike(
  faults: readonly InjectedFailure[],
  { seconds, between, seed, blows: maxBlows = Number.POSITIVE_INFINITY }: ChaosTrial,
  generator: Generator,
): Promise<Blow[]> {
  const random = randomFrom(seed);
  const startedAt = generator.startedAt;
  const since = (): number => performance.now() - startedAt;
  const blows: Blow[] = [];
  // Each has its turn, in an order of chance, before any has another.
  let turn: InjectedFailure[] = [];
  for (;;) {
    const [shortest, longest] = between;
    if (blows.length > 0) await sleep((shortest + random() * (longest - shortest)) * 1000);
    if (turn.length === 0) turn = [...faults];
    // The last stretch shows that it came back.
    const left = (seconds - longest) * 1000 - since();
    const fitting = turn.filter(({ lasts = 0 }) => lasts < left);
    const failure = fitting[Math.floor(random() * fitting.length)];
    if (blows.length === maxBlows || failure === undefined) return blows;
    turn = turn.filter((other) => other !== failure);
    const at = since();
    await failure.inflict(random);
    blows.push({ word: failure.word, at, backAt: since() });
  }
}

const msOf = (watched: readonly Watched[]): number[] => watched.map(({ ms }) => ms);

/** The times of requests and messages. */
function timingsOf(
  { samples, deliveries, lateP99 }: Recording,
  blows: readonly Blow[],
  { calm }: ChaosTrial,
): Pick<Outcome, 'answers' | 'messages' | 'lateP99'> {
  const timing = (watched: readonly Watched[], min: number): Timing => ({
    quiet: quietP99s(watched, blows, calm * 1000),
    recoveries: recoveries(watched, blows, { calm: calm * 1000, min }),
    meanwhile: blows.map(({ at, backAt }) => percentile(msOf(dueBetween(watched, at, backAt)), 0.5)),
  });
  return { answers: timing(samples, min.answers), messages: timing(deliveries, min.messages), lateP99 };
}

/**
 * Waits until only timers are pending, and with `settle` until those that soon send a message have done so; returns
 * what is left after a long time, and undefined otherwise.
 */
async function untilDone(db: Database, settle: boolean): Promise<string | undefined> {
  const end = Date.now() + timeoutMs;
  // The load's own timers are of a minute and of an hour.
  const due = settle ? `now() + interval '2 minutes'` : `now() - interval '2 seconds'`;
  const underWay = settle
    ? `union all select 'lease' from message_leases union all select 'message' from messages where next_attempt_at is not null
       union all select 'paid' from sandbox_payments s join payments p using (payment_id)
       where s.state = 'paid' and p.state <> 'paid'`
    : '';
  for (;;) {
    const { rows } = await db.query<{ left: number; what: string }>(`
      select count(*)::int as left, string_agg(distinct what, ', ') as what from (
        select 'event' as what from event_queue
        union all select 'input' from run_inputs where not held
        union all select 'payment' from payments where state = 'creating'
        union all select 'timer' from run_timers where due_at < ${due}
        ${underWay}) work`);
    const { left, what } = rows[0]!;
    if (left === 0) return undefined;
    if (Date.now() > end) return `${left} of ${what}`;
    await sleep(250);
  }
}

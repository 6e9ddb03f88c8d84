// Runs a product under load, injects failures at random moments, and evaluates the result. Each injector resolves when its failure is over;
// the allowed recovery time counts from then.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureCores } from '../../harness/cores.ts';
import type { Database } from '../../../packages/server/src/base/postgres/pool.ts';
import { randomFrom } from '../../../packages/server/src/automations/engine/proofs/testing/random.ts';
import type { Product } from '../../load/product.ts';
import { dueBetween, percentile, type Recording } from '../../load/recording.ts';
import { writeReport } from '../../load/report.ts';
import { startGenerator, type Generator } from '../../load/run-generator.ts';
import { usualMix } from '../../load/settings.ts';
import { recordingOf, settleAccounts, sumOf } from './accounts.ts';
import { describeOutcome, type Outcome, type Timing } from './outcome.ts';
import { quietP99s, recoveries, type Blow, type Watched } from './recovery.ts';

/** A failure to inject. `inflict` resolves when the failure is over. `lasts`: its duration in milliseconds, if known. */
export type InjectedFailure = {
  readonly word: string;
  readonly lasts?: number;
  readonly inflict: (random: () => number) => Promise<void>;
};

/**
 * The options of a trial, in seconds. `calm`: time without failures at the beginning; `between`: shortest and longest time from one failure
 * to the next.
 */
export type ChaosTrial = {
  readonly seconds: number;
  readonly calm: number;
  readonly between: readonly [number, number];
  /** The number of failures; absent: as many as fit into the time. */
  readonly blows?: number;
  readonly rate: number;
  readonly seed: number;
  /** Whether to wait at the end until nothing is in progress, which takes a minute or two. */
  readonly settle: boolean;
  /** The folder of the report; absent: no report is written. */
  readonly folder?: string;
};

/** Work not done within this time is stuck, in milliseconds: claims and leases of a killed process last a minute. */
const timeoutMs = 300_000;
/** Latencies that are never too slow, in milliseconds: a message waits for a worker's next poll and for the gateway. */
const min = { answers: 100, messages: 500 };

/** Injects failures into a started product. Every choice is drawn from the seed; moments depend on the machine as well. */
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
  try {
    void generator.done.catch(() => {});
    const measured = measureCores([...product.groups(), { name: 'load', pids: () => [generator.pid] }]);
    await sleep(trial.calm * 1000);
    const cores = measured();
    const blows = await strike(faults, trial, generator);
    if (trial.blows !== undefined) generator.enough();
    await generator.done;
    const left = await product.inEveryShard((db) => untilDone(db, trial.settle));
    const inTime = left.find((what) => what !== undefined);
    const recording = await generator.stop();
    const parts = await product.inEveryShard((db, shard) =>
      settleAccounts(db, recordingOf(shard, recording, stores), trial.settle),
    );
    const accounts = sumOf(parts);
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
  // Each failure occurs once, in random order, before any occurs again.
  let turn: InjectedFailure[] = [];
  for (;;) {
    const [shortest, longest] = between;
    if (blows.length > 0) await sleep((shortest + random() * (longest - shortest)) * 1000);
    if (turn.length === 0) turn = [...faults];
    // The last period stays free of failures, to show the recovery.
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

/** The latencies of requests and messages. */
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
 * Waits until only timers are pending, and with `settle` until those due soon have sent their messages. Returns what is left after the
 * timeout, undefined if nothing is.
 */
async function untilDone(db: Database, settle: boolean): Promise<string | undefined> {
  const end = Date.now() + timeoutMs;
  // The load's own timers wait a minute or an hour.
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

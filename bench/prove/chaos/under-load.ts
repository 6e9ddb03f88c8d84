// A product under load to which things are done at moments of chance; and what became of it all. Whoever does something says when it
// is over; the service then has the same time for recovery that it would have anywhere.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Database } from '../../../packages/server/src/db/pool.ts';
import { randomFrom } from '../../../packages/server/src/runs/proofs/testing/random.ts';
import type { Product } from '../../load/product.ts';
import { writeReport } from '../../load/report.ts';
import { startGenerator, type Generator } from '../../load/run-generator.ts';
import { usualMix } from '../../load/settings.ts';
import { settleAccounts, type Accounts } from './accounts.ts';
import { normalP99, recoveries, type Blow, type Recovery } from './recovery.ts';

/** Something that can be done to a product. Resolves when what was taken away is there again. */
export type Fault = { readonly word: string; readonly inflict: (random: () => number) => Promise<void> };

/** How it is tried. Seconds. `calm`: nothing is done at the beginning; `between`: from one recovery to the next blow. */
export type Trial = {
  readonly seconds: number;
  readonly calm: number;
  readonly between: readonly [number, number];
  /** After so many blows it is enough; absent: as long as there is time. */
  readonly blows?: number;
  readonly rate: number;
  readonly seed: number;
  /** Whether to wait in the end until nothing is under way, for up to two minutes more. */
  readonly settle: boolean;
  /** Where the report goes; absent: there is none. */
  readonly folder?: string;
};

/** What came of it. `normal`: the p99 that counts as such, in milliseconds. */
export type Outcome = Accounts & { readonly recoveries: readonly Recovery[]; readonly normal: number };

/** After so long without an end something is stuck, in milliseconds. */
const patience = { settled: 180_000, calm: 30_000 };

/** Does things to a product that was started. Every choice comes from the seed; moments depend on the machine as well. */
export async function tryUnderLoad(product: Product, faults: readonly Fault[], trial: Trial): Promise<Outcome> {
  const { seconds, rate, seed, folder } = trial;
  const { baseUrls, stores, gateway } = product;
  const file = path.join(product.folder, 'recording.json');
  const load = { baseUrls, stores, gateway, rate, seconds, seed, mix: usualMix, file };
  const generator = await startGenerator(load);
  const db = openPool(product.database, 2, () => {}, { statementMs: 120_000 });
  try {
    const blows = await strike(faults, trial, generator);
    if (trial.blows !== undefined) generator.enough();
    await generator.done;
    const inTime = await untilDone(db, trial.settle);
    const recording = await generator.stop();
    const accounts = await settleAccounts(db, recording, trial.settle);
    const normal = normalP99(recording.samples, trial.calm * 1000);
    const recovered = recoveries(recording.samples, blows, normal);
    const wrong = inTime === undefined ? accounts.wrong : [`never done: ${inTime}`, ...accounts.wrong];
    const outcome = { ...accounts, wrong, recoveries: recovered, normal };
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
  faults: readonly Fault[],
  { seconds, calm, between, seed, blows: most = Number.POSITIVE_INFINITY }: Trial,
  generator: Generator,
): Promise<Blow[]> {
  const random = randomFrom(seed);
  const startedAt = performance.now();
  const since = (): number => performance.now() - startedAt;
  const blows: Blow[] = [];
  // Each has its turn, in an order of chance, before any has another.
  let turn: Fault[] = [];
  void generator.done.catch(() => {});
  await sleep(calm * 1000);
  for (;;) {
    const [shortest, longest] = between;
    if (blows.length > 0) await sleep((shortest + random() * (longest - shortest)) * 1000);
    // The last stretch shows that it came back.
    if (blows.length === most || since() > (seconds - longest) * 1000) return blows;
    if (turn.length === 0) turn = [...faults];
    const [fault] = turn.splice(Math.floor(random() * turn.length), 1);
    const at = since();
    await fault!.inflict(random);
    blows.push({ word: fault!.word, at, backAt: since() });
  }
}

/** Waits until nobody waits for anything but timers; answers what is left after a long time, and undefined otherwise. */
async function untilDone(db: Database, settle: boolean): Promise<string | undefined> {
  const end = Date.now() + (settle ? patience.settled : patience.calm);
  const underWay = settle
    ? `union all select 'lease' from message_leases union all select 'message' from messages where next_at is not null
       union all select 'paid' from sandbox_payments s join payments p using (payment_id)
       where s.state = 'paid' and p.state <> 'paid'`
    : '';
  for (;;) {
    const { rows } = await db.query<{ left: number; what: string }>(`
      select count(*)::int as left, string_agg(distinct what, ', ') as what from (
        select 'event' as what from event_queue
        union all select 'input' from run_inputs where not held
        union all select 'payment' from payments where state = 'creating'
        union all select 'timer' from run_timers where due_at < now() - interval '2 seconds'
        ${underWay}) work`);
    const { left, what } = rows[0]!;
    if (left === 0) return undefined;
    if (Date.now() > end) return `${left} of ${what}`;
    await sleep(250);
  }
}

/** Markdown: what was counted, what is wrong, and each recovery. */
export function describeOutcome({ counts, wrong, recoveries, normal }: Outcome): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  return [
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
    '',
    wrong.length === 0 ? 'Nothing is wrong.' : wrong.map((line) => `- ${line}`).join('\n'),
    '',
    `A p99 of up to ${normal.toFixed(0)} ms is normal here.`,
    '',
    '| at s | what was done | for s | normal again after s |',
    '|---|---|---|---|',
    ...recoveries.map(
      ({ word, at, backAt, afterMs }) =>
        `| ${seconds(at)} | ${word} | ${seconds(backAt - at)} | ${afterMs === undefined ? 'not seen' : seconds(afterMs)} |`,
    ),
  ].join('\n');
}

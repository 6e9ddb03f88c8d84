import os from 'node:os';
import { others, type Cores } from '../../harness/cores.ts';
import type { Accounts } from './accounts.ts';
import { allowance, isInTime, type Blow, type Recovery } from './recovery.ts';

/**
 * The latencies of one kind of operation, in milliseconds: the p99 of each quiet period, the recovery from each failure, and the p50 of
 * operations that began during it. With more than one process, at least half continue at normal speed.
 */
export type Timing = {
  readonly quiet: readonly (number | undefined)[];
  readonly recoveries: readonly Recovery[];
  readonly meanwhile: readonly number[];
};

/**
 * The result. `answers`: times from request to response; `messages`: times from an event's response to its message. `cores`: what each
 * process used in the calm beginning. `lateP99`: the load's own lateness in milliseconds.
 */
export type Outcome = Accounts & {
  readonly blows: readonly Blow[];
  readonly answers: Timing;
  readonly messages: Timing;
  readonly cores: Cores;
  readonly lateP99: number;
};

/**
 * If other processes use more cores than this, or all processes together more than this share, the times prove little about the product.
 */
const quietEnough = { others: 0.3, total: 0.8 };

/** The conclusion of an outcome. `disturbed`: nothing was lost, but recovery times must be measured again on a quiet machine. */
export type ChaosResult = 'proven' | 'not kept' | 'slow' | 'disturbed';

/** Evaluates an outcome. Lost data counts on any machine; times count on a quiet one only. */
export function evaluateOutcome(outcome: Outcome): ChaosResult {
  if (outcome.wrong.length > 0) return 'not kept';
  if (disturbance(outcome) !== undefined) return 'disturbed';
  const timings = [outcome.answers, outcome.messages];
  return timings.every(({ recoveries }) => recoveries.every(isInTime)) ? 'proven' : 'slow';
}

/** Why the times are not meaningful; undefined if they are. */
function disturbance({ cores }: Outcome): string | undefined {
  const machine = os.availableParallelism();
  const total = Object.values(cores).reduce((sum, one) => sum + one, 0);
  const used = `before anything was done ${total.toFixed(1)} of ${machine} cores were busy, ${(cores[others] ?? 0).toFixed(1)} with other work`;
  if ((cores[others] ?? 0) > quietEnough.others) return `${used}: measure again on a quiet machine`;
  return total > quietEnough.total * machine ? `${used}: measure again with a lower RATE` : undefined;
}

/** A report in Markdown: the conclusion, the counts, what is wrong, and each recovery. */
export function describeOutcome(outcome: Outcome): string {
  const { counts, wrong, blows, answers, messages, cores, lateP99 } = outcome;
  const disturbed = disturbance(outcome);
  return [
    `RESULT: ${evaluateOutcome(outcome)}.`,
    `KEPT: ${wrong.length === 0 ? 'everything' : `not everything, ${wrong.length} wrong`}. ` +
      `${Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}; ${blows.length} blows.`,
    describeTiming('ANSWERS', answers),
    describeTiming('MESSAGES', messages),
    `TIMES ${disturbed === undefined ? 'count' : `say little: ${disturbed}`}. The load was late by ${lateP99.toFixed(0)} ms (p99). ` +
      `Cores at the beginning: ${Object.entries(cores)
        .map(([name, used]) => `${name} ${used.toFixed(2)}`)
        .join(', ')}.`,
    '',
    ...(wrong.length === 0 ? [] : [...wrong.map((line) => `- ${line}`), '']),
    'Meanwhile: the p50 of what began before it was over. Normal again: with a p99 of up to so many ms.',
    '',
    '| at s | what was done | for s | answers meanwhile, ms | normal after s | messages meanwhile, ms | normal after s |',
    '|---|---|---|---|---|---|---|',
    ...blows.map(({ word, at, backAt }, index) => {
      const cells = [seconds(at), word, seconds(backAt - at)];
      return `| ${[...cells, ...[answers, messages].flatMap((timing) => cellsOf(timing, index))].join(' | ')} |`;
    }),
  ].join('\n');
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

function cellsOf({ recoveries, meanwhile }: Timing, index: number): string[] {
  const { afterMs, normal } = recoveries[index]!;
  const after = afterMs === undefined ? 'not seen' : seconds(afterMs);
  return [meanwhile[index]!.toFixed(0), `${after} (${normal.toFixed(0)})`];
}

/** One line: recoveries in time, the slowest one, and whether quiet periods became slower. */
function describeTiming(name: string, { quiet, recoveries }: Timing): string {
  const inTime = recoveries.filter(isInTime).length;
  const slowest = recoveries.reduce((slowest, { afterMs }) => Math.max(slowest, afterMs ?? Infinity), 0);
  const known = quiet.filter((p99) => p99 !== undefined);
  const quiets = known.length === 0 ? 'unknown' : known.map((p99) => p99.toFixed(0)).join(', ');
  return (
    `${name}: normal again within ${allowance / 1000} s after ${inTime} of ${recoveries.length} blows, at the slowest ` +
    `${slowest === Infinity ? 'not before the next' : `after ${seconds(slowest)} s`}. p99 of each quiet stretch: ${quiets} ms.`
  );
}

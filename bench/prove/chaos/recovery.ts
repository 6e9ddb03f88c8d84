// Whether and how soon latencies are normal after a failure. The normal latency comes from the same run: that of the calm beginning, or of
// the quiet period right before the failure if that was slower, since a machine's speed changes within ten minutes. The quiet periods are
// reported too, so that a slow drift is visible.
import { dueBetween, isAnswered, percentile } from '../../load/recording.ts';

/** An injected failure: its begin and end, in milliseconds after the start of the load. */
export type Blow = { readonly word: string; readonly at: number; readonly backAt: number };

/** A measured operation: when it began, how long it took, and the status if it was a request. */
export type Watched = { readonly at: number; readonly ms: number; readonly status?: string };

/**
 * Time from the end of the failure until latencies were normal, in milliseconds; undefined: not before the next failure. `normal`: the p99
 * that counts as normal.
 */
export type Recovery = { readonly normal: number; readonly afterMs: number | undefined };

/** The longest allowed recovery, in milliseconds. After it, until the next failure, latencies must be normal. */
export const allowance = 10_000;

/** The window and the step of the moving percentile, in milliseconds. */
const window = { length: 2_000, step: 500 };
/** The normal p99 is that of quiet periods times this factor. */
const tolerance = 1.5;
/** Operations that begin this long before a failure may be affected by it, in milliseconds, and do not count as quiet. */
const margin = 2_000;

/**
 * The p99 of each quiet period: the calm beginning, which lasts `calm` milliseconds, and from each recovery to the next failure; undefined
 * for a period that is too short.
 */
export function quietP99s(
  watched: readonly Watched[],
  blows: readonly Blow[],
  calm: number,
): readonly (number | undefined)[] {
  // The first seconds are warm-up.
  const stretches: [number, number][] = [[Math.min(5_000, calm / 2), calm - margin]];
  for (const [index, { at }] of blows.slice(1).entries())
    stretches.push([blows[index]!.backAt + allowance, at - margin]);
  return stretches.map(([from, to]) => {
    const due = dueBetween(watched, from, to);
    return to - from >= window.length && due.length > 0 ? p99(due) : undefined;
  });
}

/** For each failure, the first window after it in which all requests succeeded at normal speed. `min`: a p99 that is never too slow. */
export function recoveries(
  watched: readonly Watched[],
  blows: readonly Blow[],
  { calm, min }: { readonly calm: number; readonly min: number },
): Recovery[] {
  const quiet = quietP99s(watched, blows, calm);
  const end = watched.at(-1)?.at ?? 0;
  let previous: Recovery | undefined;
  return blows.map(({ backAt }, index) => {
    // A quiet period after a recovery that took too long is not a measure.
    const before = previous && isInTime(previous) ? (quiet[index] ?? 0) : 0;
    const normal = Math.max(min, tolerance * Math.max(quiet[0] ?? 0, before));
    const until = blows[index + 1]?.at ?? end;
    previous = { normal, afterMs: firstNormal(watched, { from: backAt, until, normal }) };
    return previous;
  });
}

/** Whether latencies were normal again within the allowance. */
export const isInTime = ({ afterMs }: Recovery): boolean => afterMs !== undefined && afterMs <= allowance;

function firstNormal(
  watched: readonly Watched[],
  { from, until, normal }: { readonly from: number; readonly until: number; readonly normal: number },
): number | undefined {
  for (let start = from; start + window.length <= until; start += window.step) {
    const due = dueBetween(watched, start, start + window.length);
    if (due.length > 0 && due.every(isWell) && p99(due) <= normal) return start - from;
  }
  return undefined;
}

const isWell = ({ status }: Watched): boolean => status === undefined || isAnswered({ status });

const p99 = (watched: readonly Watched[]): number =>
  percentile(
    watched.map(({ ms }) => ms),
    0.99,
  );

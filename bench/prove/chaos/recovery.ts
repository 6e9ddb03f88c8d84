// Whether all is as before, and how soon. What counts as normal comes from the same run: what was seen at the beginning, before anything
// was done, or in the quiet stretch right before the blow where that was slower, since a machine does not stay the same for ten minutes.
// So that nothing grows slower unseen, the quiet stretches are reported as well.
import { dueBetween, isAnswered, percentile } from '../../load/recording.ts';

/** Something that was done to the service: from when until when, in milliseconds after the start of the load. */
export type Blow = { readonly word: string; readonly at: number; readonly backAt: number };

/** What is watched: when it began, how long it took, and the answer if there was one to get. */
export type Watched = { readonly at: number; readonly ms: number; readonly status?: string };

/**
 * How long after it was back all went as before, in milliseconds; undefined: that was not seen before the next blow. `normal`: the
 * p99 that counts as such.
 */
export type Recovery = { readonly normal: number; readonly afterMs: number | undefined };

/** The longest recovery, in milliseconds. After it, until the next kill, latencies are normal. */
export const allowance = 10_000;

/** The window and the step of the moving percentile, in milliseconds. */
const window = { length: 2_000, step: 500 };
/** Normal is what quiet was, and half of that more. */
const tolerance = 1.5;
/** What begins so shortly before a blow may be hit by it, in milliseconds: it is no part of the quiet. */
const margin = 2_000;

/**
 * The p99 of each quiet stretch: of the calm beginning, which lasts `calm` milliseconds, and from each recovery to the next blow;
 * undefined where that is too short to say.
 */
export function quietP99s(
  watched: readonly Watched[],
  blows: readonly Blow[],
  calm: number,
): readonly (number | undefined)[] {
  // The first seconds only warm up.
  const stretches: [number, number][] = [[Math.min(5_000, calm / 2), calm - margin]];
  for (const [index, { at }] of blows.slice(1).entries())
    stretches.push([blows[index]!.backAt + allowance, at - margin]);
  return stretches.map(([from, to]) => {
    const due = dueBetween(watched, from, to);
    return to - from >= window.length && due.length > 0 ? p99(due) : undefined;
  });
}

/** For each blow the first window after it in which all were answered, as quickly as is normal. `least`: what is never too slow. */
export function recoveries(
  watched: readonly Watched[],
  blows: readonly Blow[],
  { calm, min }: { readonly calm: number; readonly min: number },
): Recovery[] {
  const quiet = quietP99s(watched, blows, calm);
  const end = watched.at(-1)?.at ?? 0;
  let previous: Recovery | undefined;
  return blows.map(({ backAt }, index) => {
    // A stretch in which the blow before was still felt is no measure.
    const before = previous && isInTime(previous) ? (quiet[index] ?? 0) : 0;
    const normal = Math.max(min, tolerance * Math.max(quiet[0] ?? 0, before));
    const until = blows[index + 1]?.at ?? end;
    previous = { normal, afterMs: firstNormal(watched, { from: backAt, until, normal }) };
    return previous;
  });
}

/** Whether all was as before soon enough. */
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

import { dueBetween, isAnswered, percentile, type Sample } from '../../load/recording.ts';

/** Something that was done to the service: from when until when, in milliseconds after the start of the load. */
export type Blow = { readonly word: string; readonly at: number; readonly backAt: number };

/** How long after it was back everybody was answered again as before, in milliseconds; undefined: that was never seen. */
export type Recovery = Blow & { readonly afterMs: number | undefined };

/** What is looked at together, and how far the next look is, in milliseconds. */
const window = { length: 2_000, step: 500 };
/** Normal is what calm was at its worst, and half of that more; at least this, in milliseconds. */
const tolerance = { factor: 1.5, least: 100 };

/** The p99 that counts as normal: from the windows of the calm beginning, which lasts `calm` milliseconds. */
export function normalP99(samples: readonly Sample[], calm: number): number {
  let worst = 0;
  // The first seconds only warm up.
  for (let from = Math.min(5_000, calm / 2); from + window.length <= calm; from += window.step) {
    worst = Math.max(worst, p99(dueBetween(samples, from, from + window.length)));
  }
  return Math.max(tolerance.least, worst * tolerance.factor);
}

/** For each blow the first window after it in which all were answered, as quickly as is normal. */
export function recoveries(samples: readonly Sample[], blows: readonly Blow[], normal: number): Recovery[] {
  const end = samples.at(-1)?.at ?? 0;
  return blows.map((blow) => {
    for (let from = blow.backAt; from + window.length <= end; from += window.step) {
      const due = dueBetween(samples, from, from + window.length);
      if (due.length > 0 && due.every(isAnswered) && p99(due) <= normal) {
        return { ...blow, afterMs: from - blow.backAt };
      }
    }
    return { ...blow, afterMs: undefined };
  });
}

const p99 = (samples: readonly Sample[]): number =>
  percentile(
    samples.map(({ ms }) => ms),
    0.99,
  );

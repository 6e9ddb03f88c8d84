// How throughput grows with the number of processes on one machine, what each of them and PostgreSQL use, and what the limit is.
import { others } from '../harness/cores.ts';
import { median } from '../harness/processes.ts';
import { measureQuietly } from '../harness/quiet.ts';
import { measureCheckouts } from './scale/checkouts.ts';
import { measureRuns } from './scale/runs.ts';
import { tableOf, type Scaled } from './scale/table.ts';

/** The amount of work: runs of one repetition of workers, seconds of one of the API, and the number of repetitions; the median counts. */
export type Amount = { readonly runs: number; readonly seconds: number; readonly repetitions: number };

/** Measures both and returns two Markdown tables. */
export async function measureScale({ runs, seconds, repetitions }: Amount): Promise<string> {
  const workers = await repeat([1, 2, 4], repetitions, (count) => measureRuns(count, runs));
  const apis = await repeat([1, 2], repetitions, (count) => measureCheckouts(count, seconds));
  return `${tableOf('runs', workers)}\n\n${tableOf('checkouts', apis)}`;
}

/** Alternates the process counts, so that a machine that becomes slower affects all alike. */
async function repeat(
  counts: readonly number[],
  repetitions: number,
  measure: (count: number) => Promise<Scaled>,
): Promise<Scaled[]> {
  const all: Scaled[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const count of counts) {
      const one = await measureQuietly(`${count} processes`, async () => {
        const scaled = await measure(count);
        return { ...scaled, others: scaled.cores[others]! };
      });
      process.stderr.write(`  ${count}: ${one.perSecond.toFixed(0)} a second, others ${one.others.toFixed(2)}\n`);
      all.push(one);
    }
  }
  return counts.map((count) => {
    const same = all
      .filter(({ processes }) => processes === count)
      .toSorted((one, two) => one.perSecond - two.perSecond);
    const middle = median(same.map(({ perSecond }) => perSecond));
    return same.find(({ perSecond }) => perSecond >= middle)!;
  });
}

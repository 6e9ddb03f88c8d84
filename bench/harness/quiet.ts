/** Number of cores used by other processes above which a repetition is repeated. */
export const quietEnough = Number(process.env['BENCH_QUIET'] ?? 0.2);

/** A measurement with the number of cores that other processes used meanwhile. */
type Disturbable = { others: number };

/** Repeats a measurement, at most three times, while other processes use the machine; the last one counts in any case. */
export async function measureQuietly<T extends Disturbable>(what: string, measure: () => Promise<T>): Promise<T> {
  let sample = await measure();
  for (let again = 0; again < 3 && sample.others > quietEnough; again++) {
    process.stderr.write(`  others used ${sample.others.toFixed(2)} cores: ${what} again\n`);
    sample = await measure();
  }
  return sample;
}

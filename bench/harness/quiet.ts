/** From how many cores used by others on a repetition is repeated. */
export const quietEnough = Number(process.env['BENCH_QUIET'] ?? 0.2);

/** A measurement that knows how many cores others used meanwhile. */
type Disturbable = { others: number };

/** Measures again, at most three times, while others use the machine; the last one counts whatever it says. */
export async function measureQuietly<T extends Disturbable>(what: string, measure: () => Promise<T>): Promise<T> {
  let sample = await measure();
  for (let again = 0; again < 3 && sample.others > quietEnough; again++) {
    process.stderr.write(`  others used ${sample.others.toFixed(2)} cores: ${what} again\n`);
    sample = await measure();
  }
  return sample;
}

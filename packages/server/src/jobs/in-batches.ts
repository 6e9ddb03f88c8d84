/**
 * Does work in batches, each a short transaction, as long as one finds at least `full` rows and `signal` does not say
 * to stop. Returns how many were found.
 */
export async function inBatches(signal: AbortSignal, full: number, batchSize: () => Promise<number>): Promise<number> {
  let found = 0;
  for (;;) {
    if (signal.aborted) return found;
    const now = await batchSize();
    found += now;
    if (now < full) return found;
  }
}

/**
 * Runs batches, each a short transaction, until one finds fewer than `full` rows or `signal` is aborted. Returns the number of rows found.
 */
export async function inBatches(signal: AbortSignal, full: number, runBatch: () => Promise<number>): Promise<number> {
  let found = 0;
  for (;;) {
    if (signal.aborted) return found;
    const now = await runBatch();
    found += now;
    if (now < full) return found;
  }
}

import type { Database } from '../db/pool.ts';
import { runCounterCompact } from '../db/queries/runs/run-counters.ts';
import { inBatches } from './in-batches.ts';

const batchSize = 5_000;

/** Merges rows of run_counters. Any number of workers may run this concurrently. Returns the number of removed rows. */
export function compactCounters(db: Database, signal: AbortSignal): Promise<number> {
  return inBatches(signal, 1, () => runCounterCompact(db, batchSize));
}

import type { Database } from '../db/pool.ts';
import { runCounterCompact } from '../db/queries/runs/run-counters.ts';
import { inBatches } from './in-batches.ts';

const batchSize = 5_000;

/** Compacts the counters of runs (run_counters). Any number of workers may do this at once. Returns how many rows it saved. */
export function compactCounters(db: Database, signal: AbortSignal): Promise<number> {
  return inBatches(signal, 1, () => runCounterCompact(db, batchSize));
}

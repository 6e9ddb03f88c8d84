import type { Database } from '../db/pool.ts';
import { runTallyFold } from '../db/queries/runs/run-counters.ts';
import { inPortions } from './in-batches.ts';

const portion = 5_000;

/** Keeps the sums of runs short (run_tallies). Any number of workers may do this at once. Answers how many rows it saved. */
export function foldTallies(db: Database, signal: AbortSignal): Promise<number> {
  return inPortions(signal, 1, () => runTallyFold(db, portion));
}

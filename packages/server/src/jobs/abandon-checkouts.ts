import { abandonCheckouts } from '../checkouts/abandon-checkouts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import { inBatches } from './in-batches.ts';

const batchSize = 500;

/**
 * COM3: abandons the checkouts that are due. Any number of workers may run this concurrently. Returns the number of processed checkouts.
 */
export function abandonDueCheckouts(db: Database, clock: Clock, signal: AbortSignal): Promise<number> {
  return inBatches(signal, batchSize, async () => (await abandonCheckouts({ db, clock }, batchSize)).looked);
}

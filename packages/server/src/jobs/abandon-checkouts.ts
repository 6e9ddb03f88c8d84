import { abandonCheckouts } from '../checkouts/abandon-checkouts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import { inBatches } from './in-batches.ts';

const batchSize = 500;

/** COM3: abandons the checkouts that are due. Any number of workers may do this at once. Returns how many it looked at. */
export function abandonDueCheckouts(db: Database, clock: Clock, signal: AbortSignal): Promise<number> {
  return inBatches(signal, batchSize, async () => (await abandonCheckouts({ db, clock }, batchSize)).looked);
}

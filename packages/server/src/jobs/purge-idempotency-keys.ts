import type { Database } from '../db/pool.ts';
import { idempotentAnswerPurge } from '../db/queries/checkouts/checkouts.ts';
import { inBatches } from './in-batches.ts';

const batchSize = 5_000;

/** CHK7: deletes Idempotency-Keys after 24 hours. Any number of workers may run this concurrently. */
export function purgeIdempotencyKeys(db: Database, signal: AbortSignal): Promise<number> {
  return inBatches(signal, batchSize, () => idempotentAnswerPurge(db, batchSize));
}

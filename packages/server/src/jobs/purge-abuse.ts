import type { Database } from '../db/pool.ts';
import { cardAttemptPurge } from '../db/queries/limits/card-attempts.ts';
import { heldContactPurge } from '../db/queries/limits/held-contacts.ts';
import { rateBucketPurge } from '../db/queries/limits/rate-buckets.ts';
import { inBatches } from './in-batches.ts';

const batchSize = 5_000;
const day = 24 * 60 * 60_000;

/**
 * Deletes expired data of limits: full buckets (CHK9), ended holds (COM21), card attempts older than a day (COM23). `now` in milliseconds.
 */
export async function purgeAbuse(db: Database, now: number, signal: AbortSignal): Promise<number> {
  let deleted = await inBatches(signal, batchSize, () => rateBucketPurge(db, now, batchSize));
  deleted += await inBatches(signal, batchSize, () => heldContactPurge(db, now, batchSize));
  return deleted + (await inBatches(signal, batchSize, () => cardAttemptPurge(db, now - day, batchSize)));
}

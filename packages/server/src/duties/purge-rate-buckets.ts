import type { Database } from '../db/pool.ts';
import { rateBucketPurge } from '../db/queries/rate-buckets.ts';
import { inPortions } from './in-portions.ts';

const batchSize = 5_000;

/** A9: deletes the shared buckets that are full. `now` in milliseconds. */
export const purgeRateBuckets = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  inPortions(signal, batchSize, () => rateBucketPurge(db, now, batchSize));

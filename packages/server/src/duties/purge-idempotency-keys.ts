import type { Database } from '../db/pool.ts';
import { idempotentAnswerPurge } from '../db/queries/checkouts.ts';

const portion = 5_000;

/** A7: forgets Idempotency-Keys after 24 hours. Any number of workers may do this at once. */
export async function purgeIdempotencyKeys(db: Database): Promise<number> {
  let purged = 0;
  for (;;) {
    const now = await idempotentAnswerPurge(db, portion);
    purged += now;
    if (now < portion) return purged;
  }
}

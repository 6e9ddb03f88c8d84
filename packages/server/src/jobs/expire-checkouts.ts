import type { Database } from '../db/pool.ts';
import { checkoutExpire } from '../db/queries/checkouts/checkouts.ts';
import { runSweep, type Sweep } from './sweep.ts';

/** Runs once a day. A window of three days makes up for a missed pass; after a longer outage the next full pass catches up (sweep.ts). */
const sweep: Sweep = { name: 'expired checkouts', days: 30, batchSize: 5_000, visit: checkoutExpire, window: 3 };

/** COM5: an unpaid checkout expires after 30 days. Any number of workers may run this concurrently. `now` in milliseconds. */
export const expireCheckouts = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  runSweep(db, sweep, now, signal);

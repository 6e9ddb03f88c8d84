import type { Database } from '../db/pool.ts';
import { checkoutExpire } from '../db/queries/checkouts/checkouts.ts';
import { runSweep, type Sweep } from './sweep.ts';

/** Once a day, so three days make up for one that was missed; a longer outage waits for the pass over everything. */
const sweep: Sweep = { name: 'expired checkouts', days: 30, batchSize: 5_000, visit: checkoutExpire, window: 3 };

/** COM5: an unpaid checkout expires after 30 days. Any number of workers may do this at once. `now` in milliseconds. */
export const expireCheckouts = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  runSweep(db, sweep, now, signal);

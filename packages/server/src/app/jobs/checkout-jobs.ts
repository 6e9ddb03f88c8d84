import { abandonCarts } from '../../shop/carts/abandon-carts.ts';
import { abandonCheckouts } from '../../shop/checkouts/abandon-checkouts.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { checkoutDays } from '../../shop/checkouts/expire-checkout.ts';
import { checkoutExpire } from '../../shop/checkouts/queries/checkouts.ts';
import { inBatches } from './in-batches.ts';
import { runSweep, type Sweep } from './sweep.ts';

const batchSize = 500;

/** COM3: abandons the checkouts that are due. Returns the number of processed checkouts. */
export const abandonDueCheckouts = (db: Database, clock: Clock, signal: AbortSignal): Promise<number> =>
  inBatches(signal, batchSize, async () => (await abandonCheckouts({ db, clock }, batchSize)).looked);

/** CON17: abandons the carts that are due. Returns the number of processed carts. */
export const abandonDueCarts = (db: Database, clock: Clock, signal: AbortSignal): Promise<number> =>
  inBatches(signal, batchSize, () => abandonCarts({ db, clock }, batchSize));

/** Runs once a day. A window of three days makes up for a missed pass; after a longer outage the next full pass catches up (sweep.ts). */
const expired: Sweep = {
  name: 'expired checkouts',
  days: checkoutDays,
  batchSize: 5_000,
  visit: checkoutExpire,
  window: 3,
};

/** COM5: an unpaid checkout expires after 30 days. `now` in milliseconds. */
export const expireCheckouts = (db: Database, now: number, signal: AbortSignal): Promise<number> =>
  runSweep(db, expired, now, signal);

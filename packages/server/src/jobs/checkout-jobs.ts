import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import { abandonDueCheckouts } from './abandon-checkouts.ts';
import { expireCheckouts } from './expire-checkouts.ts';
import type { PeriodicJob } from './run-jobs.ts';

const second = 1_000;

/** The jobs that expire and abandon checkouts. */
export function checkoutJobs(db: Database, clock: Clock): PeriodicJob[] {
  return [
    {
      name: 'abandon checkouts',
      everyMs: 10 * second,
      run: (signal) => abandonDueCheckouts(db, clock, signal),
    },
    {
      name: 'expire checkouts',
      everyMs: 600 * second,
      run: (signal) => expireCheckouts(db, clock(), signal),
    },
  ];
}

// A pass of retention through a big table, in the order of its ids. They begin with the instant they were made at (UUID version
// 7), so what is old lies together and needs no index of its own, which every run would have to pay for.
//
// INV1. A batch is one short transaction. The cursor of the pass is stored with it, so that any worker continues after any other.
// INV2. One worker has the turn of a sweep; the others pass it over.
// INV3. A pass visits what may have come of age since the last one. On every thirtieth day it visits everything: of what was not
//     of age in its time, because a run lived longer than that, nothing is forgotten later than then.
import type { Database } from '../db/pool.ts';
import { sweepSet, sweepTake, type VisitBatch } from '../db/queries/privacy/retention.ts';
import { inTransaction } from '../db/transaction.ts';
import { firstIdOf } from '../platform/ids.ts';

const day = 24 * 60 * 60_000;
const firstId = '00000000-0000-0000-0000-000000000000';

/** A kind of thing that is forgotten. */
export type Sweep = {
  readonly name: string;
  /** For how long it is kept, in days. */
  readonly days: number;
  /** Ids visited by one transaction. */
  readonly batchSize: number;
  readonly visit: VisitBatch;
  /** How many days behind its border a pass begins; what was not of age for longer waits for the thirtieth day (INV3). */
  readonly window?: number;
};

/** Few runs live longer than this number of days. */
export const longestRun = 60;

/** Continues with a pass that is due until it is over or `signal` says to stop. Returns how much it forgot. */
export async function runSweep(db: Database, sweep: Sweep, now: number, signal: AbortSignal): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const changed = signal.aborted ? null : await oneBatch(db, sweep, now);
    if (changed === null) return forgotten;
    forgotten += changed;
  }
}

/** Null where there is nothing to do, or another worker does it. */
function oneBatch(db: Database, sweep: Sweep, now: number): Promise<number | null> {
  const { name, days, batchSize, visit, window = longestRun } = sweep;
  const until = now - days * day;
  return inTransaction(db, async (client) => {
    const turn = await sweepTake(client, name, now);
    if (!turn) return null;
    const after = turn.cursor ?? (isComplete(now) ? firstId : firstIdOf(until - window * day));
    const range = { after, before: firstIdOf(until), limit: batchSize, until };
    const { cursor, changed } = await visit(client, range);
    await sweepSet(client, name, cursor, now + day);
    return changed;
  });
}

const isComplete = (now: number): boolean => Math.floor(now / day) % 30 === 0;

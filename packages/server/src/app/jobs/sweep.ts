// A retention pass through a big table, in the order of its ids. Ids begin with their creation instant (UUID version 7), so old rows are
// adjacent, and no further index is needed, which every insert would have to maintain.
//
// INV1. A batch is one short transaction. It stores the cursor of the pass too, so any worker can continue after any other.
// INV2. Only one worker holds the lock of a sweep; the others skip it.
// INV3. A pass visits the rows that may have reached the age since the last pass. Every thirtieth day it visits all rows, and so finds
//     those that had to be kept at that age, because of a long run.
import type { Database } from '../../base/postgres/pool.ts';
import { sweepSet, sweepTake, type VisitBatch } from '../../base/retention/retention.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { firstIdOf, lowestId } from '../../base/ids.ts';

const day = 24 * 60 * 60_000;

/** A sweep of one table. */
export type Sweep = {
  readonly name: string;
  /** Retention period in days. */
  readonly days: number;
  /** Ids visited by one transaction. */
  readonly batchSize: number;
  readonly visit: VisitBatch;
  /** How many days before the retention limit a pass begins; older rows wait for the full pass (INV3). */
  readonly window?: number;
};

/** Days; few runs live longer. */
export const longestRun = 60;

/** Continues a due pass until it is complete or `signal` is aborted. Returns the number of changed rows. */
export async function runSweep(db: Database, sweep: Sweep, now: number, signal: AbortSignal): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const changed = signal.aborted ? null : await oneBatch(db, sweep, now);
    if (changed === null) return forgotten;
    forgotten += changed;
  }
}

/** Processes one batch. Null if the pass is not due, or another worker holds the sweep. */
function oneBatch(db: Database, sweep: Sweep, now: number): Promise<number | null> {
  const { name, days, batchSize, visit, window = longestRun } = sweep;
  const until = now - days * day;
  return inTransaction(db, async (client) => {
    const turn = await sweepTake(client, name, now);
    if (!turn) return null;
    const after = turn.cursor ?? (isComplete(now) ? lowestId : firstIdOf(until - window * day));
    const range = { after, before: firstIdOf(until), limit: batchSize, until };
    const { cursor, changed } = await visit(client, range);
    await sweepSet(client, name, cursor, now + day);
    return changed;
  });
}

const isComplete = (now: number): boolean => Math.floor(now / day) % 30 === 0;

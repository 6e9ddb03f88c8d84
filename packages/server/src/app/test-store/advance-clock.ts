import { moveStoredBack } from '@retoma/flow';
import type { Clock } from '../../base/clock.ts';
import type { Audit } from '../../http/audit-actions.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import { runStateList, runStateSetMany, storeCheckoutsExpire, storeDatesMove } from './queries/store-dates.ts';

/**
 * TST6: lets time pass for a test store, the demo store or a store of example data: every date of what it did and waits for moves back by `minutes`, so what was due in that time is due
 * now. Its present stays that of everybody. Refused for any other store.
 */
export const advanceTestClock = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  storeId: string,
  minutes: number,
  audit: Audit<'test_clock_advanced'>,
): Promise<{ ok: true } | { ok: false; code: 'NOT_TEST_MODE' }> =>
  inTransaction<{ ok: true } | { ok: false; code: 'NOT_TEST_MODE' }>(db, async (tx) => {
    if (!(await storeFind(tx, storeId))?.test) return { ok: false, code: 'NOT_TEST_MODE' };
    const now = clock();
    const runs = await runStateList(tx, storeId);
    await runStateSetMany(
      tx,
      runs.map(({ runId, state }) => ({ runId, state: moveStoredBack(state, { ms: minutes * 60_000, now }) })),
    );
    await storeDatesMove(tx, storeId, { minutes, now });
    await storeCheckoutsExpire(tx, storeId, now);
    await audit(tx, { storeId, action: 'test_clock_advanced', detail: `${minutes}` });
    return { ok: true };
  });

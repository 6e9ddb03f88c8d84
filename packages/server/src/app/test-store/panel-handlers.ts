import type { Context } from '../../context.ts';
import { sessionOf } from '../../members/guards/session.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { advanceTestClock } from './advance-clock.ts';
import { openTestStore } from './open-test-store.ts';

/** POST /panel/api/stores/:storeId/test-store and …/test-clock: opens test mode, and lets time pass in it. */
export const testStoreHandlers = (context: Context): PanelHandlers<'openTestStore' | 'advanceTestClock'> => ({
  openTestStore: async ({ params: { storeId }, request }) => {
    const opened = await openTestStore(context, { storeId, userId: sessionOf(request).userId });
    if (opened.ok) return { success: true, testStoreId: opened.testStoreId };
    const { code } = opened;
    return code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code };
  },
  advanceTestClock: async ({ params: { storeId }, body: { minutes }, audit }) => {
    const moved = await advanceTestClock(context, storeId, minutes, audit);
    return moved.ok ? { success: true } : moved;
  },
});

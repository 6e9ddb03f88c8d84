// Requests and responses of the endpoints of test mode.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../http/endpoint.ts';
import { longestStep } from '../../http/test-clock.ts';

/** The endpoints of test mode. */
export const testStoreContract = {
  /** TST1: the test store of a store, made if there is none. */
  openTestStore: {
    method: 'POST',
    path: '/panel/api/stores/:storeId/test-store',
    access: 'editAutomations',
    unaudited: 'The new test store has the entry.',
    answer: done.extend({ testStoreId: z.uuid() }),
  },
  /** TST6: of a test store only. */
  advanceTestClock: {
    method: 'POST',
    path: '/panel/api/stores/:storeId/test-clock',
    access: 'editAutomations',
    audit: ['test_clock_advanced'],
    body: z.strictObject({ minutes: z.int().min(1).max(longestStep) }),
  },
} as const satisfies Record<string, PanelEndpoint>;

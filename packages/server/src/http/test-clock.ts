import { z } from 'zod';
import { checkedBody } from './checked-request.ts';

/** TST6: the longest step of a test store's clock, in minutes: 90 days. */
export const longestStep = 90 * 24 * 60;

/** The body of `advanceTestClock`. */
export const testClockBody = checkedBody(
  z.strictObject({ advanceMinutes: z.int().min(1).max(longestStep).describe('Minutes that pass at once') }),
);

import type { Context } from '../../context.ts';
import type { Handler } from '../../http/handler.ts';
import type { PublicContract } from '../../http/public-contract.ts';
import { testClockBody } from '../../http/test-clock.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import { advanceTestClock } from './advance-clock.ts';

/** POST /stores/external/test/clock: lets time pass in test mode (TST6). */
export const advanceTestClockHandler =
  (context: Context): Handler<PublicContract['advanceTestClock']> =>
  async ({ body, audit, request }) => {
    const read = testClockBody.read(body);
    if (!read.ok) return read;
    const advanced = await advanceTestClock(context, storeOf(request).storeId, read.value.advanceMinutes, audit);
    return advanced.ok ? { success: true } : advanced;
  };

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arbitraryRequest } from '../../../../commerce/src/testing/arbitrary-request.ts';
import { recomputedTotals } from '../../../../commerce/src/testing/recomputed-totals.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import type { CheckoutRequest } from '@retoma/commerce';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '100000',
    RATE_LIMIT_MEGABYTES_PER_MINUTE: '0',
  });
});
afterAll(() => service.stop());

function exists(body: unknown, pointer: string): boolean {
  let value: unknown = body;
  for (const key of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}

test('[A] for any cart: 201 with the totals recomputed, or 400 at paths that exist in it; never 500', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryRequest, async (request) => {
      const text = JSON.stringify(request);
      const sent: unknown = JSON.parse(text);
      const answer = await service.post(text);
      const body = (await answer.json()) as {
        checkoutId: string;
        error: { details: { issues: { pointer: string; code: string }[] } };
      };
      if (answer.status === 201) {
        accepted++;
        const { rows } = await service.context.db.query(
          'select subtotal_cents as subtotal, discount_cents as discount, total_cents as total from checkouts where checkout_id = $1',
          [body.checkoutId],
        );
        const { subtotal, discount, total } = recomputedTotals((sent as CheckoutRequest).cart);
        expect(rows).toEqual([{ subtotal, discount, total }]);
        return;
      }
      expect(answer.status).toBe(400);
      expect(body.error.details.issues.length).toBeGreaterThan(0);
      for (const { pointer, code } of body.error.details.issues) {
        // A missing member does not exist, but its parent does.
        expect(exists(sent, code === 'required' ? pointer.replace(/\/[^/]*$/, '') : pointer)).toBe(true);
      }
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 500) },
  );
  expect(accepted).toBeGreaterThan(0);
});

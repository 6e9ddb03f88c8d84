import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestOrders, type TestOrders } from '../testing/test-orders.ts';
import { arbitraryScript } from './testing/webhook-steps.ts';
import { runOrderScript, type ScriptCounts } from './testing/run-order-script.ts';

// `npm run prove -- payment-notices` runs more of them, with another seed.
const numRuns = Number(process.env['WEBHOOK_RUNS'] ?? 30);
const seed = Number(process.env['PROVE_SEED'] ?? 3);

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.stop());

describe('webhooks of payments', () => {
  test(
    `[COM2][COM4][COM7] ${numRuns} random scripts of an order: no impossible state, no duplicate event, no lower status over a higher one`,
    async () => {
      const counts: ScriptCounts = { paid: 0, cancelled: 0, late: 0, failed: 0, refunded: 0 };
      await fc.assert(
        fc.asyncProperty(arbitraryScript, (script) => runOrderScript(orders, script, counts)),
        { numRuns, seed },
      );
      // A proof with scripts in which nothing happens would be empty.
      for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
      if (process.env['WEBHOOK_RUNS']) console.log(JSON.stringify(counts));
    },
    numRuns * 6_000,
  );
});

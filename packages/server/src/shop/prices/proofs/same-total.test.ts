import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryPurchase } from './testing/arbitrary-purchase.ts';
import { checkSameTotal, noCases } from './testing/same-total.ts';

// `npm run prove -- prices` runs a million. One of twenty carts is invalid, and is refused.
const numRuns = Number(process.env['PRICE_RUNS'] ?? 1_500);

test(
  `[COM27] ${numRuns} random carts cost the same on the page, in the order, at the provider and in messages, each way they can be paid`,
  () => {
    const counts = noCases();
    fc.assert(
      fc.property(arbitraryPurchase, (purchase) => checkSameTotal(purchase, counts)),
      { numRuns, seed: Number(process.env['PROVE_SEED'] ?? 7), endOnFailure: true },
    );
    // A case that never occurred proves nothing.
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    if (process.env['PRICE_RUNS']) console.log(JSON.stringify(counts));
  },
  60_000 + numRuns * 10,
);

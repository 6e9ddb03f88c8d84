import { expect, test } from 'vitest';
import { proveMoney } from './money.ts';

// The short, seeded version of `npm run prove -- money`.
test('[COM7a] under random actions and kills, no order is paid below its total without a decision, and no money is unreported', async () => {
  const done = await proveMoney({ orders: 16, steps: 240, kills: 4, seed: 1 });
  expect(done.wrong).toEqual([]);
  expect(done.found.paid).toBeGreaterThan(0);
  expect(done.found.charged).toBeGreaterThan(0);
}, 300_000);

import { expect, test } from 'vitest';
import { proveMoney } from './money.ts';

// The short, seeded version of `npm run prove -- money`.
test('[COM7a] [COM40] under random actions, kills and providers that are down, no order is paid below its total without a decision, and no money is unreported or charged twice', async () => {
  const done = await proveMoney({ orders: 10, steps: 160, kills: 3, seed: 1 });
  expect(done.wrong).toEqual([]);
  expect(done.found.paid).toBeGreaterThan(0);
  expect(done.found.charged).toBeGreaterThan(0);
  expect(done.found.fellBack).toBeGreaterThan(0);
  expect(done.found.onTop).toBeGreaterThan(0);
  expect(done.found.revived).toBeGreaterThan(0);
  expect(done.found.late).toBeGreaterThan(0);
}, 300_000);

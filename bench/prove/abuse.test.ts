import { expect, test } from 'vitest';
import { abuse } from './abuse.ts';

// The short version of `npm run prove -- abuse`.
test('[COM20][COM21][COM23] floods of SMS and cards through the public key stop at their limits', async () => {
  const { flood, cards, disk } = await abuse({ leads: 40, cards: 12, carts: 16 });
  expect(flood).toMatchObject({ leads: 40, withAddress: 0 });
  expect(flood.sent).toBeGreaterThan(20);
  expect(flood.sent).toBeLessThanOrEqual(30);
  expect(cards).toEqual({ tried: 12, reached: 5 });
  expect(disk.stored).toBeLessThanOrEqual(disk.admitted);
}, 300_000);

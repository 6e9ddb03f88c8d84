import { expect, test } from 'vitest';
import { allowsCarriers } from './carrier-requests.ts';
import { openLimits } from './open-limits.ts';

test('[COM32] requests to carriers are limited by network at a store, and for all networks of a store', () => {
  const none = { perHour: 0, perDay: 0, ofStorePerHour: 0, ofStorePerDay: 0 };
  const limits = openLimits({
    rateLimit: { perSecond: 100, burst: 1_000 },
    byteLimits: { perMinute: 0, ofStorePerDay: 0 },
    contactLimits: none,
  });
  const count = (storeId: string, network: string | undefined, times: number, at = 0): number =>
    Array.from({ length: times }, () => allowsCarriers(limits, { storeId, network }, at)).filter(Boolean).length;
  expect(count('a', '198.51.100.1', 100)).toBe(30);
  expect(count('b', '198.51.100.1', 100)).toBe(30);
  expect(count('a', '198.51.100.2', 1, 0)).toBe(1);
  expect(count('a', '198.51.100.1', 100, 10_000)).toBe(5);
  // What is behind a proxy that is not trusted has no network, and counts for the store alone.
  expect(count('c', undefined, 1_000)).toBe(600);
  expect(count('c', '203.0.113.1', 1)).toBe(0);
});

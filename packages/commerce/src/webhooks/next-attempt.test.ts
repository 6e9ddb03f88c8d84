import { expect, test } from 'vitest';
import { maxAttempts, nextAttempt, readRetryAfter, restAfter, retryWaits } from './next-attempt.ts';

const now = Date.parse('2026-03-12T17:00:00Z');
const hour = 3_600_000;

test('[WHK4] ten attempts within 75 h 35 min, each wait within a tenth of its length', () => {
  expect(maxAttempts).toBe(10);
  expect(retryWaits.reduce((sum, wait) => sum + wait, 0)).toBe(75 * hour + 35 * 60_000 + 5_000);
  for (const [index, wait] of retryWaits.entries()) {
    expect(nextAttempt(index + 1, { now, random: 0 })).toBe(now + wait * 0.9);
    expect(nextAttempt(index + 1, { now, random: 1 })! - now).toBeCloseTo(wait * 1.1, 0);
  }
  expect(nextAttempt(10, { now, random: 0.5 })).toBeNull();
});

test('[WHK5] Retry-After is seconds or a date, at most a day, and only delays', () => {
  expect(readRetryAfter('120', now)).toBe(now + 120_000);
  expect(readRetryAfter('Thu, 12 Mar 2026 18:00:00 GMT', now)).toBe(now + hour);
  expect(readRetryAfter('9999999', now)).toBe(now + 24 * hour);
  expect(readRetryAfter('Thu, 12 Mar 2020 18:00:00 GMT', now)).toBe(now);
  for (const none of [undefined, '', 'soon', '-5x']) expect(readRetryAfter(none, now)).toBeUndefined();
  expect(nextAttempt(1, { now, random: 0, retryAfter: now + hour })).toBe(now + hour);
  expect(nextAttempt(3, { now, random: 0, retryAfter: now })).toBe(now + 27 * 60_000);
});

test('[WHK5] an endpoint rests twice as long after each failure in a row, at most 5 minutes', () => {
  expect([1, 2, 3, 9, 10, 1_000].map(restAfter)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
});

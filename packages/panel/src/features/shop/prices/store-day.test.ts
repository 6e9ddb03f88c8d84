import { expect, test } from 'vitest';
import { dayEnd, dayStart } from './store-day.ts';

test('[COM28] the days of a coupon begin and end in the time zone of the store', () => {
  expect(dayStart('2026-11-27', 'America/Sao_Paulo')).toBe('2026-11-27T03:00:00.000Z');
  expect(dayEnd('2026-11-27', 'America/Sao_Paulo')).toBe('2026-11-28T03:00:00.000Z');
  expect(dayEnd('2026-12-31', 'America/Manaus')).toBe('2027-01-01T04:00:00.000Z');
  // The clocks change within this day.
  expect(dayStart('2026-03-29', 'Europe/Lisbon')).toBe('2026-03-29T00:00:00.000Z');
  expect(dayEnd('2026-03-29', 'Europe/Lisbon')).toBe('2026-03-29T23:00:00.000Z');
});

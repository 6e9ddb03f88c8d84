import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addWorkingDays } from './working-days.ts';

const holidays = new Set(['2026-12-25', '2027-01-01']);
const isHoliday = (day: string): boolean => holidays.has(day);

test.each([
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-27', 4, '2026-12-03'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-12-24', 1, '2026-12-28'],
  ['2026-12-31', 2, '2027-01-05'],
  ['2026-12-25', 0, '2026-12-25'],
])('[COM31] from %s, %i working days later is %s', (from, days, until) => {
  expect(addWorkingDays(from, days, isHoliday)).toBe(until);
});

test('[COM31] working days add up, and none is a Saturday, a Sunday or a holiday', () => {
  const day = fc
    .integer({ min: 0, max: 3_000 })
    .map((n) => new Date(1_780_000_000_000 + n * 86_400_000).toISOString().slice(0, 10));
  const count = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(day, count, count, (from, first, second) => {
      const between = addWorkingDays(from, first, isHoliday);
      expect(addWorkingDays(between, second, isHoliday)).toBe(addWorkingDays(from, first + second, isHoliday));
      expect([0, 6]).not.toContain(new Date(`${between}T00:00:00Z`).getUTCDay());
      expect(isHoliday(between)).toBe(false);
    }),
  );
});

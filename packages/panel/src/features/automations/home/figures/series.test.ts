import { describe, expect, test } from 'vitest';
import type { Bucket } from '../home-data.ts';
import { grouped, scaleOf, sumOf, valueOf } from './series.ts';

const bucket = (day: number, cents: number): Bucket => ({
  at: `2026-11-0${day}T03:00:00.000Z`,
  paid: { cents, orders: 2 },
  recovered: { cents: cents / 2, orders: 1 },
  sent: day,
  failed: 1,
  entered: 3,
});
const days = [bucket(1, 1000), bucket(2, 2000), bucket(3, 4000), bucket(4, 8000)];

describe('[COM41] the figures of the home page', () => {
  test('groups of days keep the sum of all', () => {
    const threes = grouped(days, 3);
    expect(threes.map((one) => valueOf(one, 'paid'))).toEqual([7000, 8000]);
    expect(threes.map(({ at }) => at)).toEqual([days[0]!.at, days[3]!.at]);
    expect(sumOf(threes)).toEqual(sumOf(days));
    expect(sumOf(days)).toEqual({
      at: days[0]!.at,
      paid: { cents: 15000, orders: 8 },
      recovered: { cents: 7500, orders: 4 },
      sent: 10,
      failed: 4,
      entered: 12,
    });
  });

  test.each([
    [0, { step: 1, top: 1 }],
    [3, { step: 1, top: 3 }],
    [781_190, { step: 200_000, top: 800_000 }],
    [999, { step: 250, top: 1000 }],
  ])('the scale for %i has round lines and holds it', (max, scale) => {
    expect(scaleOf(max)).toEqual(scale);
    expect(scale.top).toBeGreaterThanOrEqual(max);
  });
});

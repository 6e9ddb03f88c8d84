import { describe, expect, test } from 'vitest';
import { installmentOption, installmentOptions } from './installments.ts';

const rule = { max: 12, interestFree: 3, monthlyHundredths: 299, smallest: 500 };

describe('[COM29] instalments by a store’s rule', () => {
  test('are free of interest up to its number, and keep the total', () => {
    expect(installmentOptions(rule, 10_000).slice(0, 3)).toEqual([
      { count: 1, each: 10_000, total: 10_000, interest: 0 },
      { count: 2, each: 5_000, total: 10_000, interest: 0 },
      { count: 3, each: 3_333, total: 10_000, interest: 0 },
    ]);
  });

  // Computed with a spreadsheet's PMT(2.99%; n; -100).
  test.each([
    [4, 2_690],
    [6, 1_845],
    [12, 1_004],
  ])('above it follow the French system: %i of R$ 100,00 are %i cents each', (count, each) => {
    expect(installmentOption(rule, 10_000, count)).toEqual({
      count,
      each,
      total: each * count,
      interest: each * count - 10_000,
    });
  });

  test('are not smaller than the rule’s smallest, except a single one', () => {
    expect(installmentOptions(rule, 1_600)).toHaveLength(3);
    expect(installmentOptions(rule, 100)).toHaveLength(1);
    expect(installmentOption(rule, 1_600, 4)).toBeUndefined();
  });

  test('with a rate of 0 are all free of interest', () => {
    const free = installmentOptions({ ...rule, monthlyHundredths: 0 }, 12_000);
    expect(free).toHaveLength(12);
    expect(free.every(({ interest }) => interest === 0)).toBe(true);
  });
});

import { decimalMoney } from '@retoma/commerce';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfText, kilogramsOf } from './decimals.ts';

test.each([
  ['25.50', 2_550],
  ['19,92', 1_992],
  ['1.034,50', 103_450],
  ['28', 2_800],
  ['0.005', 1],
  ['0.0049', 0],
  ['9.9', 990],
])('[COM33] a price %s is %i cents', (text, cents) => expect(centsOfText(text)).toBe(cents));

test.each(['', 'R$ 1,00', '-1.00', '1e3', '1,2,3', 'NaN', '12345678901'])('[COM33] %j is not a price', (text) => {
  expect(centsOfText(text)).toBeUndefined();
});

test('[COM33] amounts survive their way to a provider and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      expect(centsOfText(decimalMoney(cents))).toBe(cents);
      expect(centsOfText(decimalMoney(cents).replace('.', ','))).toBe(cents);
      expect(Math.round(kilogramsOf(cents) * 1_000)).toBe(cents);
    }),
  );
});

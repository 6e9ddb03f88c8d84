import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, decimalOf } from './amount.ts';

test.each([
  [1, '0.01'],
  [10, '0.1'],
  [29, '0.29'],
  [57, '0.57'],
  [100, '1'],
  [11_558, '115.58'],
  [18_990, '189.9'],
  [8_050_000, '80500'],
  [999_999_999_999_999, '9999999999999.99'],
])('%i cents are written as %s', (cents, text) => {
  expect(JSON.stringify(decimalOf(cents))).toBe(text);
  expect(centsOf(JSON.parse(text))).toBe(cents);
});

test('every amount is read back, and is written without float errors', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (cents) => {
      const text = JSON.stringify(decimalOf(cents));
      expect(text).toMatch(/^\d+(\.\d{1,2})?$/);
      expect(centsOf(JSON.parse(text))).toBe(cents);
    }),
    { numRuns: 2_000 },
  );
});

test.each([[-1], [0.001], [1.005], [Number.NaN], [Infinity], ['1'], [null], [undefined], [1e16]])(
  '%j is not an amount',
  (input) => expect(centsOf(input)).toBeUndefined(),
);

test('an amount without an exact text is refused', () => expect(decimalOf(Number.MAX_SAFE_INTEGER)).toBeUndefined());

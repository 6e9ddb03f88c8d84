import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountText, centsOfText } from './amount.ts';

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [57, '0.57'],
  [100, '1.00'],
  [11_558, '115.58'],
  [999_999_999_999_999, '9999999999999.99'],
])('%i cents are written as %s', (cents, text) => {
  expect(amountText(cents)).toBe(text);
  expect(centsOfText(text)).toBe(cents);
});

test('every amount is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (cents) => {
      expect(centsOfText(amountText(cents))).toBe(cents);
    }),
    { numRuns: 2_000 },
  );
});

test.each([[50], ['-1'], ['1.005'], ['1,50'], [''], ['.5'], ['1e3'], ['99999999999999.99'], [null], [undefined]])(
  '%j is not an amount of an order',
  (input) => expect(centsOfText(input)).toBeUndefined(),
);

test('an order may leave the cents out', () =>
  expect([centsOfText('50'), centsOfText('50.5')]).toEqual([5_000, 5_050]));

test('an amount without an exact text is refused', () => expect(amountText(Number.MAX_SAFE_INTEGER)).toBeUndefined());

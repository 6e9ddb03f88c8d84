import { expect, test } from 'vitest';
import { decimalMoney, formatMoney } from './money.ts';

test.each([
  [0, 'R$ 0,00', 'R$ 0.00'],
  [5, 'R$ 0,05', 'R$ 0.05'],
  [129_012, 'R$ 1.290,12', 'R$ 1,290.12'],
  [-199, '−R$ 1,99', '−R$ 1.99'],
  [Number.MAX_SAFE_INTEGER, 'R$ 90.071.992.547.409,91', 'R$ 90,071,992,547,409.91'],
])('[TAG1] %d cents', (cents, pt, en) => {
  expect(formatMoney(cents)).toBe(pt);
  expect(formatMoney(cents, 'en')).toBe(en);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [18_990, '189.90'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
])('[COM27] %d cents as decimal text', (cents, text) => {
  expect(decimalMoney(cents)).toBe(text);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { paymentRefusals } from '@retoma/commerce';
import { sandboxCardOf, sandboxCards, sandboxNumberOf } from './cards.ts';

/** Whether the check digit of a card number is right (Luhn). */
const isChecked = (number: string): boolean =>
  number
    .split('')
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) %
    10 ===
  0;

test('[COM25] a test number exists for every outcome of a payment, and no two outcomes share one', () => {
  expect(sandboxCards).toHaveLength(Object.keys(paymentRefusals).length + 3);
  expect(new Set(sandboxCards.map(sandboxNumberOf)).size).toBe(sandboxCards.length);
  for (const card of sandboxCards) {
    const number = sandboxNumberOf(card);
    expect([number.length, isChecked(number)]).toEqual([16, true]);
    expect(sandboxCardOf(number)).toBe(card);
    expect(sandboxCardOf(number.replace(/(\d{4})(?=\d)/g, '$1 '))).toBe(card);
  }
});

test('[COM25] docs/payments.md lists every test number', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../../../../../docs/payments.md'), 'utf8');
  const listed = [...guide.matchAll(/^- `(\d{4}(?: \d{4}){3})`/gm)].map(([, number = '']) =>
    number.replaceAll(' ', ''),
  );
  expect(listed).toEqual(sandboxCards.map(sandboxNumberOf));
});

test.each(['', '4242', '4242424242424241', '5555555555554444', 'accepted', 'toString', '42424242424242424242'])(
  '[COM25] %j is not a test number',
  (text) => expect(sandboxCardOf(text)).toBeUndefined(),
);

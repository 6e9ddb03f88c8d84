import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate, formatInteger, formatMoney, formatText } from './format.ts';

test.each([
  [0, 'R$ 0,00'],
  [5, 'R$ 0,05'],
  [12_990, 'R$ 129,90'],
  [123_456, 'R$ 1.234,56'],
  [-199, '-R$ 1,99'],
  [-0, 'R$ 0,00'],
  [100_000_000n, 'R$ 1.000.000,00'],
  ['12990', 'R$ 129,90'],
  [Number.MAX_SAFE_INTEGER, 'R$ 90.071.992.547.409,91'],
])('[TAG1] %s cents', (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test.each([undefined, null, '', 'R$ 5', Number.NaN, Infinity, 2 ** 60, {}, [], true])(
  '[TAG1] %s is not an amount',
  (value) => {
    expect(formatMoney(value)).toBe('');
    expect(formatInteger(value)).toBe('');
  },
);

test('[TAG1] no digit of an amount is lost, and the space is an ordinary one, which keeps an SMS in GSM-7', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const text = formatMoney(cents);
      expect(text).toMatch(/^-?R\$ \d{1,3}(\.\d{3})*,\d\d$/);
      expect(Number(text.replace(/[^\d-]/g, ''))).toBe(cents);
    }),
  );
});

test.each([
  ['2026-03-12T17:05:00Z', undefined, '12/03/2026 14:05'],
  ['2026-03-12T17:05:59.999Z', 'America/Manaus', '12/03/2026 13:05'],
  ['2026-03-12T14:05:00-03:00', 'America/Sao_Paulo', '12/03/2026 14:05'],
  ['2026-01-01T02:59:00Z', 'America/Sao_Paulo', '31/12/2025 23:59'],
  ['2026-01-01T03:00:00Z', 'America/Sao_Paulo', '01/01/2026 00:00'],
  ['2026-03-12T17:05:00', 'America/Sao_Paulo', '12/03/2026 14:05'],
  ['2026-03-15', 'America/Sao_Paulo', '15/03/2026 00:00'],
  ['2018-12-01T02:30:00Z', 'America/Sao_Paulo', '01/12/2018 00:30'],
  [new Date('2026-03-12T17:05:00Z'), 'Europe/Lisbon', '12/03/2026 17:05'],
  [Date.UTC(2026, 2, 12, 17, 5), 'UTC', '12/03/2026 17:05'],
  ['2026-03-12T17:05:00Z', 'Nowhere/Else', '12/03/2026 14:05'],
])('[TAG1] %s in %s', (value, zone, text) => {
  expect(formatDate(value, zone)).toBe(text);
});

test.each([
  undefined,
  null,
  '',
  'amanhã',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '2026-03-12T25:00:00Z',
  '12/03/2026',
  '2026',
  Number.NaN,
  Infinity,
  9e15,
  new Date(Number.NaN),
  {},
  [],
  true,
  '0001-01-01T00:00:00Z',
])('[TAG1] %s is not a date', (value) => {
  expect(formatDate(value)).toBe('');
});

test('text, numbers and booleans are formatted; other values are empty', () => {
  expect([' a ', 1042, 0, true, false, 10n].map(formatText)).toEqual([' a ', '1042', '0', 'true', 'false', '10']);
  expect([undefined, null, Number.NaN, Infinity, {}, [], () => 1, Symbol('a')].map(formatText).join('')).toBe('');
  expect([3, 1435, -0, '7', 2.6].map(formatInteger)).toEqual(['3', '1435', '0', '7', '3']);
});

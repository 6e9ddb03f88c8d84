import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBoleto, type Boleto } from './boleto.ts';
import { barcodeDigit } from './check-digits.ts';
import { dueDateOf } from './due-date.ts';

const today = '2026-03-12';
const ours = '00190.00009 01234.567897 01234.567178 4 13860000018990';

test.each<[string, Partial<Boleto>]>([
  ['23790448095616862379336011058009740430000124020', { bank: '237', amount: 124_020 }],
  [
    '10492006506100010004200997263900989810000021403',
    { bank: '104', amount: 21_403, barcode: '10499898100000214032006561000100040099726390' },
  ],
  ['00190000090114971860168524522114675860000102656', { bank: '001', amount: 102_656 }],
  [
    ours,
    { bank: '001', amount: 18_990, dueDate: '2026-03-15', barcode: '00194138600000189900000001234567890123456717' },
  ],
])('[COM10] %s', (number, boleto) => {
  const read = readBoleto(number, today);
  expect(read).toMatchObject({ ok: true, boleto: { ...boleto, line: number.replace(/\D/g, '') } });
  if (read.ok) expect(readBoleto(read.boleto.barcode, today)).toEqual(read);
});

describe('[COM10] the due factor restarted at 1000 on 2025-02-22', () => {
  test.each([
    [9999, '2025-02-21', '2025-02-21'],
    [9999, '2026-03-12', '2025-02-21'],
    [1000, '2025-02-20', '2025-02-22'],
    [1386, '2026-03-12', '2026-03-15'],
    [1000, '2001-01-01', '2000-07-03'],
    [7586, '2018-07-01', '2018-07-15'],
    [7586, '2040-01-01', '2043-03-06'],
    [999, '2026-03-12', '2000-07-02'],
    [0, '2026-03-12', undefined],
  ])('%d on %s is %s', (factor, today, date) => expect(dueDateOf(factor, today)).toBe(date));

  test('a date after the restart is read correctly within ten years of it', () => {
    const day = 86_400_000;
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 9_999 }), fc.integer({ min: -3_650, max: 3_650 }), (factor, days) => {
        const due = Date.UTC(2025, 1, 22) + (factor - 1_000) * day;
        const read = new Date(due + days * day).toISOString().slice(0, 10);
        expect(dueDateOf(factor, read)).toBe(new Date(due).toISOString().slice(0, 10));
      }),
    );
  });
});

describe('[COM10] other texts are refused', () => {
  test.each([
    ['', 'MALFORMED'],
    ['linha digitável', 'MALFORMED'],
    [`${ours}0`, 'MALFORMED'],
    [ours.slice(1), 'MALFORMED'],
    [ours.replace(/^0/, 'O'), 'MALFORMED'],
    ['8'.repeat(47), 'WRONG_CHECK_DIGIT'],
    ['836200000005667800481000180975657313001589636081', 'UTILITY_BILL'],
    ['83620000000667800481001809756573100158963608', 'UTILITY_BILL'],
    ['00184138600000189900000001234567890123456717', 'WRONG_CURRENCY'],
    ['00195138600000189900000001234567890123456717', 'WRONG_CHECK_DIGIT'],
    [ours.replace(' 4 ', ' 5 '), 'WRONG_CHECK_DIGIT'],
  ])('%j: %s', (number, code) => expect(readBoleto(number, today)).toEqual({ ok: false, code }));
});

/** Barcodes as a bank creates them: the check digit is computed, the rest is random. */
const barcodes = fc
  .tuple(fc.stringMatching(/^[0-7]\d{2}$/), fc.stringMatching(/^\d{39}$/))
  .map(([bank, rest]) => `${bank}9${barcodeDigit(`${bank}9${rest}`)}${rest}`);
const lineOf = (barcode: string): string => {
  const read = readBoleto(barcode, today);
  if (!read.ok) throw new Error(read.code);
  return read.boleto.line;
};

test('[COM10] barcode → line → barcode gives the same; line and barcode hold the same data', () => {
  fc.assert(
    fc.property(barcodes, (barcode) => {
      const line = lineOf(barcode);
      expect(line).toHaveLength(47);
      expect(readBoleto(line, today)).toEqual(readBoleto(barcode, today));
      expect(readBoleto(line, today)).toMatchObject({ boleto: { barcode } });
    }),
    { numRuns: 1_000 },
  );
});

test('[COM10] a changed digit in the first three fields or in the general check digit is refused', () => {
  fc.assert(
    fc.property(barcodes, fc.integer({ min: 0, max: 32 }), fc.integer({ min: 1, max: 9 }), (barcode, at, shift) => {
      const line = lineOf(barcode);
      const changed = line.slice(0, at) + ((Number(line[at]) + shift) % 10) + line.slice(at + 1);
      expect(readBoleto(changed, today).ok).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('[COM10] no input makes the reader throw', () => {
  const numbers = fc.oneof(fc.string(), fc.stringMatching(/^\d{44,48}$/));
  fc.assert(fc.property(numbers, (number) => void readBoleto(number, today)));
});

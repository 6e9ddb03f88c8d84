import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBoleto } from './boleto.ts';
import { buildBoleto, maxBoletoAmount } from './build-boleto.ts';

const ours = { bank: '001', amount: 18_990, dueDate: '2026-03-15', free: '0000001234567890123456717' };

test('[COM10] a boleto is built in the banks’ format', () => {
  expect(buildBoleto(ours)).toEqual({
    bank: '001',
    amount: 18_990,
    dueDate: '2026-03-15',
    barcode: '00194138600000189900000001234567890123456717',
    line: '00190000090123456789701234567178413860000018990',
  });
});

test('[COM10] a built boleto is read back, for any bank, amount and day', () => {
  const day = 86_400_000;
  const dates = fc
    .integer({ min: 0, max: 17_999 })
    .map((days) => new Date(Date.UTC(2000, 6, 3) + days * day).toISOString().slice(0, 10));
  const parts = fc.record({
    bank: fc.stringMatching(/^[0-79]\d{2}$/),
    amount: fc.integer({ min: 1, max: maxBoletoAmount }),
    dueDate: dates,
    free: fc.stringMatching(/^\d{25}$/),
  });
  fc.assert(
    fc.property(parts, (parts) => {
      const made = buildBoleto(parts);
      expect(made).toMatchObject({ bank: parts.bank, amount: parts.amount, dueDate: parts.dueDate });
      expect(readBoleto(made!.line, parts.dueDate)).toEqual({ ok: true, boleto: made });
    }),
  );
});

test.each([
  ['no amount', { amount: 0 }],
  ['more than its digits hold', { amount: maxBoletoAmount + 1 }],
  ['parts of a cent', { amount: 0.5 }],
  ['a bank of two digits', { bank: '01' }],
  ['no date', { dueDate: '2026-02-30x' }],
  ['a date before its factors', { dueDate: '1999-01-01' }],
  ['a date behind them', { dueDate: '2049-10-14' }],
  ['the number of a utility bill', { bank: '836' }],
  ['a short free field', { free: '123' }],
])('[COM10] %s is refused', (_what, change) => expect(buildBoleto({ ...ours, ...change })).toBeUndefined());

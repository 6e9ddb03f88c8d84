import type { Cents } from '../money.ts';
import { readBoleto, type Boleto } from './boleto.ts';
import { barcodeDigit } from './check-digits.ts';
import { dueFactorOf } from './due-date.ts';

/** The largest amount that fits into a boleto's ten digits. */
export const maxBoletoAmount: Cents = 9_999_999_999;

/**
 * COM10: builds a boleto's number. `bank`: three digits; `free`: the 25 digits that the bank defines; `dueDate`: as `2026-03-15`, from
 * 2000-07-03 to 2049-10-13. Undefined if a part does not fit, such as an amount outside 1 to 9,999,999,999 cents.
 */
export function buildBoleto(parts: { bank: string; amount: Cents; dueDate: string; free: string }): Boleto | undefined {
  const { bank, amount, dueDate, free } = parts;
  const factor = dueFactorOf(dueDate);
  const fits = Number.isSafeInteger(amount) && amount > 0 && amount <= maxBoletoAmount;
  if (!fits || factor === undefined || !/^\d{3}$/.test(bank) || !/^\d{25}$/.test(free)) return undefined;
  const value = String(amount).padStart(10, '0');
  const rest = `${factor}${value}${free}`;
  const read = readBoleto(`${bank}9${barcodeDigit(`${bank}9${rest}`)}${rest}`, dueDate);
  return read.ok ? read.boleto : undefined;
}

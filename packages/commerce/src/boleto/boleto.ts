import type { Cents } from '../money.ts';
import { barcodeDigit, fieldDigit } from './check-digits.ts';
import { dueDateOf } from './due-date.ts';
import type { BoletoRefusal } from './refusal.ts';

/** The data in a boleto's number (COM10). */
export type Boleto = {
  /** The digitable line: 47 digits without punctuation. */
  line: string;
  /** The content of its barcode, 44 digits. */
  barcode: string;
  /** The bank's code of three digits. */
  bank: string;
  /** Absent if the number contains none; the payer then enters it. */
  amount?: Cents;
  /** `2026-03-15`; absent if the number contains none. */
  dueDate?: string;
};

/** The result of reading a number: a boleto, or the reason for a refusal. */
export type ReadBoleto = { ok: true; boleto: Boleto } | { ok: false; code: BoletoRefusal };

const refuse = (code: BoletoRefusal): ReadBoleto => ({ ok: false, code });

/**
 * COM10: reads a digitable line or a barcode, with or without punctuation. A due factor stands for two dates; `today` (`2026-03-12`)
 * decides between them. Never throws.
 */
export function readBoleto(number: string, today: string): ReadBoleto {
  const digits = number.replace(/[\s.-]/g, '');
  if (/^8(\d{43}|\d{47})$/.test(digits)) return refuse('UTILITY_BILL');
  if (!/^(\d{44}|\d{47})$/.test(digits)) return refuse('MALFORMED');
  const barcode = digits.length === 44 ? digits : barcodeOf(digits);
  const line = lineOf(barcode);
  if (digits.length === 47 && digits !== line) return refuse('WRONG_CHECK_DIGIT');
  if (barcode[3] !== '9') return refuse('WRONG_CURRENCY');
  if (barcode[4] !== barcodeDigit(barcode.slice(0, 4) + barcode.slice(5))) return refuse('WRONG_CHECK_DIGIT');
  const amount = Number(barcode.slice(9, 19));
  const dueDate = dueDateOf(Number(barcode.slice(5, 9)), today);
  const boleto = { line, barcode, bank: barcode.slice(0, 3) };
  return { ok: true, boleto: { ...boleto, ...(amount > 0 && { amount }), ...(dueDate !== undefined && { dueDate }) } };
}

/** The barcode's digits from a digitable line, without the check digits of the line's fields. */
const barcodeOf = (line: string): string =>
  line.slice(0, 4) + line.slice(32) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);

/** The digitable line of a barcode; each field gets its check digit. */
function lineOf(barcode: string): string {
  const free = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => field + fieldDigit(field)).join('') + barcode.slice(4, 19);
}

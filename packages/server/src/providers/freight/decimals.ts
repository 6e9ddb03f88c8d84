import type { Cents } from '@retoma/commerce';
import { z } from 'zod';

/** Cents of a decimal text with a point or a comma, such as `25.50`, `19,92` or `1.234,50`, rounded half up; undefined: it is none. */
export function centsOfText(text: string): Cents | undefined {
  const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
  const match = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(plain.trim());
  if (!match) return undefined;
  const digits = (match[2] ?? '').padEnd(3, '0');
  return Number(match[1]) * 100 + Number(digits.slice(0, 2)) + (digits[2]! >= '5' ? 1 : 0);
}

/** Kilograms of an amount of grams, as a JSON number: 1250 → 1.25. */
export const kilogramsOf = (grams: number): number =>
  Number(`${Math.floor(grams / 1_000)}.${String(grams % 1_000).padStart(3, '0')}`);

/** A price of a response, a text or a number in reais, as cents. */
export const Price = z.union([z.string(), z.number()]).transform((value, context) => {
  const cents = centsOfText(String(value));
  if (cents !== undefined) return cents;
  context.addIssue('not a price');
  return z.NEVER;
});

/** A number of working days of a response, which some send as text; null: unknown. */
export const Days = z
  .union([z.string().regex(/^\d{1,3}$/), z.int().min(0).max(365)])
  .transform(Number)
  .nullish()
  .catch(null);

import { decimalMoney, MAX_CENTS, type Cents } from '@retoma/commerce';

/** The largest exact amount: 15 digits, as many as a JSON number keeps. */
const max: Cents = Math.min(999_999_999_999_999, MAX_CENTS);

/** `18990` → `'189.90'`, as orders write amounts; undefined above 15 digits. */
export const amountText = (cents: Cents): string | undefined => (cents <= max ? decimalMoney(cents) : undefined);

/** `'189.90'` or `'189'` → cents; undefined: it is not an amount of whole cents, or has more than 15 digits. */
export function centsOfText(text: unknown): Cents | undefined {
  if (typeof text !== 'string' || !/^\d{1,13}(\.\d{1,2})?$/.test(text)) return undefined;
  const [units = '', part = ''] = text.split('.');
  const cents = Number(units + part.padEnd(2, '0'));
  return cents <= max ? cents : undefined;
}

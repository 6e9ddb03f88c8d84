import { MAX_CENTS, type Cents } from '@retoma/commerce';

/** The largest exact amount: 15 digits, as many as a JSON number keeps. */
const max: Cents = Math.min(999_999_999_999_999, MAX_CENTS);

/** `18990` → `189.9`, the number that JSON writes with exactly these digits; undefined above 15 digits. */
export const decimalOf = (cents: Cents): number | undefined => (cents <= max ? cents / 100 : undefined);

/** `189.9` → `18990`; undefined: it is not an amount of whole cents, is negative, or has more than 15 digits. */
export function centsOf(decimal: unknown): Cents | undefined {
  if (typeof decimal !== 'number' || decimal < 0) return undefined;
  const cents = Math.round(decimal * 100);
  return cents <= max && cents / 100 === decimal ? cents : undefined;
}

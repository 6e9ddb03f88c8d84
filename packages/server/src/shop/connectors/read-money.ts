import { MAX_CENTS, type Cents } from '@retoma/commerce';

/**
 * CON2: an amount in reais as text, in cents, rounded half up (away from zero if negative): `290.35`, `9`, `693.005`. Undefined: it is
 * another text, has marks of thousands, or is too large. `mark`: before the decimals.
 */
export function readCents(value: unknown, mark: '.' | ',' = '.'): Cents | undefined {
  if (typeof value !== 'string') return undefined;
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d{1,15})(?:[.,](\d{1,30}))?$/.exec(value.trim()) ?? [];
  if (whole === '' || value.includes(mark === '.' ? ',' : '.')) return undefined;
  const roundsUp = (decimals[2] ?? '0') >= '5' ? 1n : 0n;
  const cents = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0')) + roundsUp;
  if (cents > BigInt(MAX_CENTS)) return undefined;
  return sign === '-' && cents > 0n ? -Number(cents) : Number(cents);
}

/** The sum of amounts; undefined if one is unknown, or there is none. */
export function sumCents(amounts: readonly (Cents | undefined)[]): Cents | undefined {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    sum += amount;
  }
  return amounts.length > 0 && Number.isSafeInteger(sum) ? sum : undefined;
}

import type { Locale, Localized } from './locale.ts';

/** An amount in cents of Brazilian real: always a safe integer, never a decimal number of reais. */
export type Cents = number;

/** The largest amount that is exact in JSON and in arithmetic. */
export const MAX_CENTS: Cents = Number.MAX_SAFE_INTEGER;

/** The signs of numbers. */
export const numberSigns = {
  'pt-BR': { thousands: '.', decimal: ',' },
  en: { thousands: ',', decimal: '.' },
} as const satisfies Localized<object>;

/**
 * Formats cents: `129012` → `R$ 1.290,12` in Portuguese, `R$ 1,290.12` in English; negative ones have a minus sign, `−R$ 1,99`. The space is an ordinary one: a no-break space would
 * turn an SMS into UCS-2 (TAG1).
 */
export function formatMoney(cents: Cents, locale: Locale = 'pt-BR'): string {
  const { thousands, decimal } = numberSigns[locale];
  const digits = Math.abs(cents).toString().padStart(3, '0');
  const reais = digits.slice(0, -2).replace(/\B(?=(?:\d{3}){1,6}$)/g, thousands);
  return `${cents < 0 ? '−' : ''}R$ ${reais}${decimal}${digits.slice(-2)}`;
}

/** An amount as decimal text with a point: `18990` → `189.90`. Exact: a division would be rounded above 15 digits. Not for a negative one. */
export function decimalMoney(cents: Cents): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

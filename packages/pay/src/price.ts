import { formatMoney, type Cents } from '@retoma/commerce/money';
import type { Locale } from './locale.ts';

/** A price such as `R$ 189,80`, with no-break spaces. */
export const price = (cents: Cents, locale: Locale): string => formatMoney(cents, locale).replaceAll(' ', '\u00a0');

/** A price as exact decimal text with a point: `189.80`. A division would be rounded above 15 digits. */
export const decimalPrice = (cents: Cents): string =>
  `${(cents - (cents % 100)) / 100}.${String(cents % 100).padStart(2, '0')}`;

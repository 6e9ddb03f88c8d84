import { formatMoney, type Cents } from '@retoma/commerce/money';
import type { Locale } from './locale.ts';

/** A price such as `R$ 189,80`, with no-break spaces. */
export const price = (cents: Cents, locale: Locale): string => formatMoney(cents, locale).replaceAll(' ', '\u00a0');

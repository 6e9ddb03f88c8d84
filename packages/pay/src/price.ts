import { formatMoney, type Cents } from '@retoma/commerce/money';
import type { Locale } from './locale.ts';

/** `R$ 189,80`, which no line break tears apart. */
export const price = (cents: Cents, locale: Locale): string => formatMoney(cents, locale).replaceAll(' ', '\u00a0');

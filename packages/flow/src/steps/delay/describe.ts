import { localized, type Locale } from '@retoma/commerce/locale';
import type { DelayStep } from '../step.ts';
import { describeMinutes } from '../duration.ts';

/** A delay as text: `Espera 30 minutos`. */
export function describeDelay({ minutes }: DelayStep, locale: Locale): string {
  return `${localized('Espera', 'Wait')[locale]} ${describeMinutes(minutes, locale)}`;
}

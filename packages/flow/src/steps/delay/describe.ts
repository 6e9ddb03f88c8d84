import type { DelayStep } from '../../definition/step.ts';
import type { Locale } from '../../validate/codes.ts';
import { describeMinutes } from '../duration.ts';

/** A delay as text: `Espera 30 minutos`. */
export function describeDelay({ minutes }: DelayStep, locale: Locale): string {
  return `${locale === 'en' ? 'Wait' : 'Espera'} ${describeMinutes(minutes, locale)}`;
}

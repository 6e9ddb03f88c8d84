import type { DelayStep } from '../../definition/step.ts';
import type { Locale } from '../../validate/codes.ts';
import { describeMinutes } from '../duration.ts';

/** `Espera 30 minutos` */
export function describeDelay({ minutes }: DelayStep, locale: Locale): string {
  return `${locale === 'en' ? 'Wait' : 'Espera'} ${describeMinutes(minutes, locale)}`;
}

import { limits } from '../../definition/limits.ts';
import type { RetryStep } from '../../definition/step.ts';
import type { Locale } from '../../validate/codes.ts';
import { describeMinutes } from '../duration.ts';

/** A retry as text: `Tenta até 3 vezes, com 10 minutos entre elas`. */
export function describeRetry(step: RetryStep, locale: Locale): string {
  const { maxAttempts = limits.maxAttempts.default, delayBetweenAttempts = limits.delayBetweenAttempts.default } = step;
  const pause = describeMinutes(delayBetweenAttempts, locale);
  if (locale === 'en') {
    return `Try up to ${maxAttempts} ${maxAttempts === 1 ? 'time' : 'times'}${delayBetweenAttempts ? `, ${pause} apart` : ''}`;
  }
  return `Tenta até ${maxAttempts} ${maxAttempts === 1 ? 'vez' : 'vezes'}${delayBetweenAttempts ? `, com ${pause} entre elas` : ''}`;
}

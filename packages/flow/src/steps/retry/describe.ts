import { localized, type Locale } from '@retoma/commerce/locale';
import { limits } from '../../members/limits.ts';
import type { RetryStep } from '../step.ts';
import { describeMinutes, describeTimes } from '../duration.ts';

/** A retry as text: `Tenta até 3 vezes, com 10 minutos entre elas`. */
export function describeRetry(step: RetryStep, locale: Locale): string {
  const { maxAttempts = limits.maxAttempts.default, delayBetweenAttempts = limits.delayBetweenAttempts.default } = step;
  const pause = describeMinutes(delayBetweenAttempts, locale);
  const text = `${localized('Tenta até', 'Try up to')[locale]} ${describeTimes(maxAttempts, locale)}`;
  return delayBetweenAttempts ? `${text}, ${localized(`com ${pause} entre elas`, `${pause} apart`)[locale]}` : text;
}

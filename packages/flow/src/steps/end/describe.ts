import type { Locale } from '../../validate/codes.ts';

/** An end as text: `Encerra a automação`. */
export function describeEnd(locale: Locale): string {
  return locale === 'en' ? 'End the automation' : 'Encerra a automação';
}

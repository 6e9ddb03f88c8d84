import { localized, type Locale } from '@retoma/commerce/locale';

/** An end as text: `Encerra a automação`. */
export function describeEnd(locale: Locale): string {
  return localized('Encerra a automação', 'End the automation')[locale];
}

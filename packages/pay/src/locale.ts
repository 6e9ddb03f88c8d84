import type { Locale } from '@retoma/commerce/locale';

export type { Locale };

/** Our language that an Accept-Language header prefers; Portuguese if it names none of ours. */
export function pickLocale(acceptLanguage: string | undefined): Locale {
  let best: { locale: Locale; quality: number } = { locale: 'pt-BR', quality: 0 };
  for (const range of (acceptLanguage ?? '').slice(0, 1000).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    const locale = /^pt\b/.test(tag) ? 'pt-BR' : /^en\b/.test(tag) ? 'en' : undefined;
    if (locale && quality > best.quality) best = { locale, quality };
  }
  return best.locale;
}

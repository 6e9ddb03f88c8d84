import { locales, type Locale, type Localized } from '@retoma/commerce/locale';
import { createContext, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';

export type { Locale, Localized };

type LocaleChoice = { locale: Locale; choose: (locale: Locale) => void };

const storageKey = 'retoma-locale';
const Chosen = createContext<LocaleChoice>({ locale: 'pt-BR', choose: () => undefined });

function firstLocale(): Locale {
  const before = locales.find((locale) => locale === localStorage.getItem(storageKey));
  if (before) return before;
  return navigator.language.toLowerCase().startsWith('pt') || !navigator.language ? 'pt-BR' : 'en';
}

/** Provides the language: Portuguese, or English if the browser does not accept Portuguese. The user's choice is stored in the browser. */
export function LocaleProvider({ children }: { children: ReactNode }): ReactNode {
  const [locale, setLocale] = useState(firstLocale);
  // Set before the first request, because requests send the language too.
  useLayoutEffect(() => {
    document.documentElement.lang = locale;
    localStorage.setItem(storageKey, locale);
  }, [locale]);
  const choice = useMemo(() => ({ locale, choose: setLocale }), [locale]);
  return <Chosen value={choice}>{children}</Chosen>;
}

/** The language of the open page, outside components. */
export const pageLocale = (): Locale => locales.find((locale) => locale === document.documentElement.lang) ?? 'pt-BR';

/** The current language, and a function to change it. */
export const useLocale = (): LocaleChoice => useContext(Chosen);

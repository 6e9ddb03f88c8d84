import { createContext, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';

/** The languages of the panel. */
export type Locale = 'pt-BR' | 'en';

/** One text in both languages. */
export type LocalizedText = Record<Locale, string>;

type LocaleChoice = { locale: Locale; choose: (locale: Locale) => void };

const storageKey = 'retoma-locale';
const Chosen = createContext<LocaleChoice>({ locale: 'pt-BR', choose: () => undefined });

function firstLocale(): Locale {
  const before = localStorage.getItem(storageKey);
  if (before === 'en' || before === 'pt-BR') return before;
  return navigator.language.toLowerCase().startsWith('pt') || !navigator.language ? 'pt-BR' : 'en';
}

/** Portuguese, or English for a browser that does not accept it; a choice is stored in this browser. */
export function LocaleProvider({ children }: { children: ReactNode }): ReactNode {
  const [locale, setLocale] = useState(firstLocale);
  // Before the first request: requests carry the language too.
  useLayoutEffect(() => {
    document.documentElement.lang = locale;
    localStorage.setItem(storageKey, locale);
  }, [locale]);
  const choice = useMemo(() => ({ locale, choose: setLocale }), [locale]);
  return <Chosen value={choice}>{children}</Chosen>;
}

/** The language, and the way to another one. */
export const useLocale = (): LocaleChoice => useContext(Chosen);

import { createContext, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';

/** The languages of the panel. */
export type Locale = 'pt-BR' | 'en';

type Choice = { locale: Locale; choose: (locale: Locale) => void };

const storageKey = 'retoma-locale';
const Chosen = createContext<Choice>({ locale: 'pt-BR', choose: () => undefined });

function firstLocale(): Locale {
  const before = localStorage.getItem(storageKey);
  if (before === 'en' || before === 'pt-BR') return before;
  return navigator.language.toLowerCase().startsWith('pt') || !navigator.language ? 'pt-BR' : 'en';
}

/** Portuguese, or English for a browser that does not speak it; whatever is chosen stays chosen in this browser. */
export function LocaleProvider({ children }: { children: ReactNode }): ReactNode {
  const [locale, setLocale] = useState(firstLocale);
  // Before the first page asks: what is asked of the service says it too.
  useLayoutEffect(() => {
    document.documentElement.lang = locale;
    localStorage.setItem(storageKey, locale);
  }, [locale]);
  const choice = useMemo(() => ({ locale, choose: setLocale }), [locale]);
  return <Chosen value={choice}>{children}</Chosen>;
}

/** The language, and the way to another one. */
export const useLocale = (): Choice => useContext(Chosen);

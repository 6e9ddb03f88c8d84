import { useLocale, type Locale } from './locale.tsx';

type Word = string | ((...values: never[]) => string);
type Same<Words> = {
  [Name in keyof Words]: Words[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};

/** The texts of one part of the panel, in both languages. */
export type Texts<Words> = Record<Locale, Words>;

/** Declares texts: what Portuguese has, English must have, with the same values. */
export const defineTexts = <Words extends Record<string, Word>>(pt: Words, en: Same<Words>): Texts<Same<Words>> => ({
  'pt-BR': pt as unknown as Same<Words>,
  en,
});

/** Texts in the language of whoever looks. */
export const useTexts = <Words>(texts: Texts<Words>): Words => texts[useLocale().locale];

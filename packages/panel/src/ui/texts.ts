import { useLocale, type Localized } from './locale.tsx';

type Word = string | ((...values: never[]) => string);
type Same<Entries> = {
  [Name in keyof Entries]: Entries[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};

/** The texts of one part of the panel, in both languages. */
export type Texts<Entries> = Localized<Entries>;

/** Declares texts. English must have the members of the Portuguese texts, with the same parameters. */
export const defineTexts = <Entries extends Record<string, Word>>(
  pt: Entries,
  en: Same<Entries>,
): Texts<Same<Entries>> => ({
  'pt-BR': pt as unknown as Same<Entries>,
  en,
});

/** Texts in the viewer's language. */
export const useTexts = <Entries>(texts: Texts<Entries>): Entries => texts[useLocale().locale];

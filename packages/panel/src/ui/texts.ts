import { useLocale, type Locale } from './locale.tsx';

type Word = string | ((...values: never[]) => string);
type Same<LocalizedText> = {
  [Name in keyof LocalizedText]: LocalizedText[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};

/** The texts of one part of the panel, in both languages. */
export type Texts<LocalizedText> = Record<Locale, LocalizedText>;

/** Declares texts: what Portuguese has, English must have, with the same values. */
export const defineTexts = <LocalizedText extends Record<string, Word>>(
  pt: LocalizedText,
  en: Same<LocalizedText>,
): Texts<Same<LocalizedText>> => ({
  'pt-BR': pt as unknown as Same<LocalizedText>,
  en,
});

/** Texts in the viewer's language. */
export const useTexts = <LocalizedText>(texts: Texts<LocalizedText>): LocalizedText => texts[useLocale().locale];

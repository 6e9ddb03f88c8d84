/** The languages of texts for people, Portuguese first. */
export const locales = ['pt-BR', 'en'] as const;

/** A language of texts for people. */
export type Locale = (typeof locales)[number];

/** A text in each language. One is chosen as `text[locale]`. */
export type Localized<Text = string> = Readonly<Record<Locale, Text>>;

/** A text in both languages. */
export const localized = <Text>(portuguese: Text, english: Text): Localized<Text> => ({
  'pt-BR': portuguese,
  en: english,
});

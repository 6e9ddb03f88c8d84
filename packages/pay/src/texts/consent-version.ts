import type { Locale } from '../locale.ts';

/** COM36: the version of the words of `consents`, in every language. It grows with every change of them, which a test checks. */
const version = 1;

/** What a consent is stored with: the version and the language of the words that the shopper saw, such as `1 pt-BR`. */
export const consentVersion = (locale: Locale): string => `${version} ${locale}`;

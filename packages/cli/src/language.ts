import { locales, type Locale } from '@retoma/flow';
import type { Input, Option } from './command.ts';
import { UsageError } from './command.ts';

export type { Locale };

/** The option `--lang`: the language of the product's own texts. */
export const languageOption: Option = {
  type: 'string',
  value: 'pt-BR|en',
  description: 'Language of the output (default: pt-BR)',
};

/** The requested language; Portuguese by default. */
export function languageOf({ values }: Input): Locale {
  const language = locales.find((locale) => locale === (values['lang'] ?? 'pt-BR'));
  if (!language) throw new UsageError('--lang must be pt-BR or en');
  return language;
}

import type { Input, Option } from './command.ts';
import { UsageError } from './command.ts';

/** The languages of what commands print. */
export type Locale = 'pt-BR' | 'en';

/** The option `--lang`: the language of the product's own texts. */
export const languageOption: Option = {
  type: 'string',
  value: 'pt-BR|en',
  description: 'Language of the messages (pt-BR)',
};

/** The requested language; Portuguese by default. */
export function languageOf({ values }: Input): Locale {
  const language = values['lang'] ?? 'pt-BR';
  if (language !== 'pt-BR' && language !== 'en') throw new UsageError('--lang takes pt-BR or en');
  return language;
}

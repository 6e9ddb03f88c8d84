import type { Locale } from '../locale.ts';
import { en } from './en.ts';
import { ptBr, type Texts } from './pt-br.ts';

/** What the page says, by language. */
export const texts: Record<Locale, Texts> = { 'pt-BR': ptBr, en };

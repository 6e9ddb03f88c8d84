import type { Locale } from '../locale.ts';
import { en } from './en.ts';
import { ptBr } from './pt-br.ts';

/** Every text of the page: the members of the Portuguese ones. */
export type Texts = typeof ptBr;

/** What the page says, by language. */
export const texts: Record<Locale, Texts> = { 'pt-BR': ptBr, en };

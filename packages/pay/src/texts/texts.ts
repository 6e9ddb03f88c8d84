import type { Locale } from '../locale.ts';
import { en } from './en.ts';
import { ptBr, type Texts } from './pt-br.ts';

/** The page's texts, by language. */
export const texts: Record<Locale, Texts> = { 'pt-BR': ptBr, en };

import { pageLocale } from './locale.tsx';
import { defineTexts } from './texts.ts';

const texts = defineTexts(
  { close: 'Fechar', show: 'Mostrar o que foi digitado' },
  { close: 'Close', show: 'Show what is typed' },
);

/** The label of every close button, such as those of dialogs and notifications. */
export const closeWord = (): string => texts[pageLocale()].close;

/** The label of the button that shows what is typed in a field of a password or secret. */
export const showWord = (): string => texts[pageLocale()].show;

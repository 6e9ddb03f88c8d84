import { pageLocale } from './locale.tsx';
import { defineTexts } from './texts.ts';

const texts = defineTexts({ close: 'Fechar' }, { close: 'Close' });

/** The label of every close button, such as those of dialogs and notifications. */
export const closeWord = (): string => texts[pageLocale()].close;

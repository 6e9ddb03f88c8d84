import { pageLocale } from './locale.tsx';
import { defineTexts, useTexts } from './texts.ts';

const texts = defineTexts({ close: 'Fechar' }, { close: 'Close' });

/** The `closeButtonProps` of a dialog, with a label for the close button. */
export const useCloseButton = (): { 'aria-label': string } => ({ 'aria-label': useTexts(texts).close });

/** The default label of a close button, such as that of a notification. */
export const closeWord = (): string => texts[pageLocale()].close;

import { defineTexts, useTexts } from './texts.ts';

const texts = defineTexts({ close: 'Fechar' }, { close: 'Close' });

/** The `closeButtonProps` of a dialog: its cross has a name. */
export const useCloseButton = (): { 'aria-label': string } => ({ 'aria-label': useTexts(texts).close });

/** The default label of a close button, such as that of a notification. */
export const closeWord = (): string => texts[document.documentElement.lang === 'en' ? 'en' : 'pt-BR'].close;

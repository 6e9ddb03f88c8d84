import { defineTexts } from '../../../ui/texts.ts';

/** The texts of forms of providers. */
export const texts = defineTexts(
  {
    more: 'Mais opções',
    kept: 'Guardado. Escreva só para trocar.',
    wrong: 'Confira este campo.',
  },
  {
    more: 'More options',
    kept: 'Kept. Write only to replace it.',
    wrong: 'Check this field.',
  },
);

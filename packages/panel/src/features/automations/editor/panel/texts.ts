import { defineTexts } from '../../../../ui/texts.ts';

/** The texts of the panel beside the tree. */
export const texts = defineTexts(
  {
    label: 'Editar passo',
    close: 'Fechar painel',
    resize: 'Largura do painel',
    after: (time: string) => `${time} depois do gatilho`,
  },
  {
    label: 'Edit step',
    close: 'Close the panel',
    resize: 'Width of the panel',
    after: (time) => `${time} after the trigger`,
  },
);

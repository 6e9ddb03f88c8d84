import { defineTexts } from '../../../ui/texts.ts';

/** The texts above an automation without steps. */
export const texts = defineTexts(
  {
    title: 'O que dispara esta automação?',
    next: 'Depois, adicione o primeiro passo abaixo. Ou comece de outro jeito:',
    template: 'Começar de um modelo',
    describe: 'Descrever para o copiloto',
  },
  {
    title: 'What starts this automation?',
    next: 'Then add the first step below. Or begin another way:',
    template: 'Begin with a template',
    describe: 'Describe it to the copilot',
  },
);

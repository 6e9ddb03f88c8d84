import { defineTexts } from '../../../ui/texts.ts';

/** The texts of the templates. */
export const texts = defineTexts(
  {
    title: 'Modelos',
    intro: 'Fluxos prontos, com mensagens já escritas. Você muda o que quiser antes de publicar.',
    show: 'Mostrar modelos de',
    look: 'Ver como funciona',
    lookAt: (title: string) => `Ver como funciona: ${title}`,
    take: 'Usar este modelo',
    takeIt: (title: string) => `Usar este modelo: ${title}`,
    example: 'Um exemplo',
    flow: 'O fluxo',
    atOnce: 'Na hora',
    later: (wait: string) => `Depois de ${wait}`,
    senderQuestion: 'De qual e-mail a loja escreve?',
    withoutEmail: (channels: string) => `Só por ${channels}`,
    nothing: 'Nenhum modelo para este evento.',
  },
  {
    title: 'Templates',
    intro: 'Flows that are ready, with their messages written. You change whatever you like before you publish.',
    show: 'Show templates of',
    look: 'See how it works',
    lookAt: (title) => `See how it works: ${title}`,
    take: 'Use this template',
    takeIt: (title) => `Use this template: ${title}`,
    example: 'An example',
    flow: 'The flow',
    atOnce: 'At once',
    later: (wait) => `After ${wait}`,
    senderQuestion: 'Which e-mail does the store write from?',
    withoutEmail: (channels) => `Only by ${channels}`,
    nothing: 'No template for this event.',
  },
);

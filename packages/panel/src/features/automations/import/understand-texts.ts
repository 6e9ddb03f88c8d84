import type { Localized } from '@retoma/commerce/locale';

/** Why a text is no automation: another program's, several, unfinished, without steps, or in another notation. */
export type RefusalCode = 'foreign' | 'several' | 'cut' | 'empty' | 'yaml';

const text = (pt: (name: string) => string, en: (name: string) => string): Localized<(name: string) => string> => ({
  'pt-BR': pt,
  en,
});

/** The texts of the refusals, with what to do instead. */
export const refusals: Readonly<Record<RefusalCode, Localized<(name: string) => string>>> = {
  foreign: text(
    (name) =>
      `Isto é ${name}: os passos de lá não existem aqui. Comece por um modelo e copie os textos das mensagens, ou descreva o fluxo para o copiloto.`,
    (name) =>
      `This is ${name}: its steps do not exist here. Start from a template and copy the texts of the messages, or describe the flow to the copilot.`,
  ),
  several: text(
    () => 'Há mais de uma automação neste texto. Importe uma de cada vez: deixe só a que você quer.',
    () => 'There is more than one automation in this text. Import one at a time: leave only the one you want.',
  ),
  cut: text(
    () => 'O texto acabou no meio: falta o fim da automação. Copie a resposta inteira e cole de novo.',
    () =>
      'The text ends in the middle: the end of the automation is missing. Copy the whole answer and paste it again.',
  ),
  empty: text(
    () => 'Não há passos neste texto, então nada seria criado. Confira se você copiou a automação inteira.',
    () => 'There are no steps in this text, so nothing would be created. See whether you copied the whole automation.',
  ),
  yaml: text(
    () => 'Isto parece YAML, e aqui se importa JSON. Peça ao chat: “responda em JSON”.',
    () => 'This looks like YAML, and JSON is imported here. Ask the chat: “answer in JSON”.',
  ),
};

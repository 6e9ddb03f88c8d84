import { limits } from '@retoma/flow';
import { defineTexts } from '../../../../../ui/texts.ts';

const { max } = limits.sms;
const list = (letters: readonly string[]): string => letters.map((letter) => `‘${letter}’`).join(', ');

/** The texts of the SMS form. */
export const smsTexts = defineTexts(
  {
    text: 'Texto do SMS',
    counted: (length: number, parts: number) => `${length} de ${max} · ${parts} SMS`,
    over: (count: number) => `${count} a mais. O limite é ${max}`,
    withExample: (length: number) => `Com os dados do exemplo: ${length}.`,
    withReal: (length: number) => `Com os dados de verdade: ${length}.`,
    atWorst: (length: number) => `Pior caso: ${length}.`,
    tooLongAtWorst: (length: number) => `Pior caso: ${length}. Acima de ${max} ele não é enviado.`,
    removed: 'Sua conexão tira os acentos no envio, e assim o texto custa menos.',
    foreign: (letters: readonly string[], parts: number) =>
      letters.length === 1
        ? `O ${list(letters)} faz este texto virar ${parts} SMS.`
        : `As letras ${list(letters)} fazem este texto virar ${parts} SMS.`,
    plain: (parts: number) => `Tirar acentos → ${parts} SMS`,
    plainHint: 'SMS é só texto: negrito, cores e imagens não vão.',
  },
  {
    text: 'Text of the SMS',
    counted: (length, parts) => `${length} of ${max} · ${parts} SMS`,
    over: (count) => `${count} too many. The limit is ${max}`,
    withExample: (length) => `With the data of the example: ${length}.`,
    withReal: (length) => `With the real data: ${length}.`,
    atWorst: (length) => `At worst: ${length}.`,
    tooLongAtWorst: (length) => `At worst: ${length}. Above ${max} it is not sent.`,
    removed: 'Your connection removes accents when it sends, so that the text costs less.',
    foreign: (letters, parts) =>
      letters.length === 1
        ? `The ${list(letters)} makes ${parts} SMS of this text.`
        : `The letters ${list(letters)} make ${parts} SMS of this text.`,
    plain: (parts) => `Remove accents → ${parts} SMS`,
    plainHint: 'An SMS is text alone: no bold, colours or pictures.',
  },
);

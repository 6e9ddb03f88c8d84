import { localized } from '@retoma/commerce/locale';
import { describeMinutes, type Entry } from '@retoma/flow';
import type { Locale } from '../../../../ui/locale.tsx';

const sentence = localized<(one: string, other?: string) => string>;

/** Sentences of a trace that contain a value. */
export const traceText = {
  matched: sentence(
    (way) => `Seguiu pelo caminho ${way}`,
    (way) => `Took the branch ${way}`,
  ),
  failed: sentence(
    (reason) => `Não enviada: ${reason}`,
    (reason) => `Not sent: ${reason}`,
  ),
  skipped: sentence(
    (reason) => `Não executada: ${reason}`,
    (reason) => `Not executed: ${reason}`,
  ),
  rejectedPayment: sentence(
    (why) => `não entrou: ${why}`,
    (why) => `not taken: ${why}`,
  ),
  unmet: sentence(
    (rule, seen) => `pedia “${rule}” (${seen})`,
    (rule, seen) => `it wants “${rule}” (${seen})`,
  ),
  earlier: sentence(
    () => 'outro caminho já serviu',
    () => 'another branch was taken first',
  ),
  nothing: sentence(
    () => 'vazio',
    () => 'nothing',
  ),
  stop: sentence(
    () => 'Encerrada antes do fim',
    () => 'Ended before its end',
  ),
  stopWhy: sentence(
    () => 'Aconteceu o que faz esta automação parar. A espera não continua.',
    () => 'What makes this automation stop came about. The wait does not go on.',
  ),
  yes: sentence(
    () => 'Sim',
    () => 'Yes',
  ),
  no: sentence(
    () => 'Não',
    () => 'No',
  ),
} as const;

const handlers = {
  onResponse: { 'pt-BR': 'O cliente respondeu', en: 'The customer replied' },
  onOpen: { 'pt-BR': 'O cliente abriu o e-mail', en: 'The customer opened the e-mail' },
  onClickLink: { 'pt-BR': 'O cliente clicou no link', en: 'The customer clicked the link' },
  onNoReply: { 'pt-BR': 'O cliente não respondeu', en: 'The customer did not reply' },
} as const;

const loopEnds = {
  condition: { 'pt-BR': 'A condição deixou de valer', en: 'Its condition no longer holds' },
  max: { 'pt-BR': 'Chegou ao máximo de repetições', en: 'It was repeated as often as it may' },
  error: { 'pt-BR': 'Um envio falhou', en: 'A sending failed' },
} as const;

/** The text of an outcome that needs no value of its step. */
export function passedText(entry: Entry, locale: Locale): string {
  switch (entry.outcome) {
    case 'waits': {
      const span = describeMinutes(Math.round(entry.until - entry.at), locale);
      return localized(`Espera ${span}`, `Waits ${span}`)[locale];
    }
    case 'no_match':
      return localized('Nenhum caminho serviu: seguiu pelo caminho principal', 'No branch was taken: it went on')[
        locale
      ];
    case 'sent':
      return localized('Seria enviada', 'Would be sent')[locale];
    case 'attempt':
      return localized(`Tentativa ${entry.attempt}`, `Attempt ${entry.attempt}`)[locale];
    case 'succeeded':
      return localized('Deu certo', 'It worked')[locale];
    case 'exhausted':
      return localized('Acabaram as tentativas', 'No attempt was left')[locale];
    case 'iteration':
      return localized(`Repetição ${entry.iteration}`, `Time ${entry.iteration}`)[locale];
    case 'finished':
      return loopEnds[entry.reason][locale];
    case 'starts':
      return handlers[entry.handler][locale];
    case 'ended':
      return localized('A automação termina aqui', 'The automation ends here')[locale];
    // The texts of these need values of the step; `unknown` does not occur in a test.
    case 'unknown':
    case 'matched':
    case 'failed':
    case 'skipped':
      return '';
  }
}

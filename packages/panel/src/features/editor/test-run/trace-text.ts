import { describeMinutes, type Entry } from '@retoma/flow';
import type { Locale } from '../../../ui/locale.tsx';

type EntryTexts = Record<Locale, (one: string, other?: string) => string>;
const localized = (
  pt: (one: string, other?: string) => string,
  en: (one: string, other?: string) => string,
): EntryTexts => ({
  'pt-BR': pt,
  en,
});

/** Sentences of a trace that contain a value. */
export const traceText = {
  matched: localized(
    (way) => `Seguiu pelo ramo ${way}`,
    (way) => `Took the branch ${way}`,
  ),
  failed: localized(
    (reason) => `Não enviada: ${reason}`,
    (reason) => `Not sent: ${reason}`,
  ),
  skipped: localized(
    (reason) => `Não executada: ${reason}`,
    (reason) => `Not executed: ${reason}`,
  ),
  rejectedPayment: localized(
    (why) => `não entrou: ${why}`,
    (why) => `not taken: ${why}`,
  ),
  unmet: localized(
    (rule, seen) => `pedia ${rule} (${seen})`,
    (rule, seen) => `it wants ${rule} (${seen})`,
  ),
  earlier: localized(
    () => 'outro ramo já serviu',
    () => 'another branch was taken first',
  ),
  nothing: localized(
    () => 'vazio',
    () => 'nothing',
  ),
  stop: localized(
    () => 'Encerrada antes do fim',
    () => 'Ended before its end',
  ),
  stopWhy: localized(
    () => 'Aconteceu o que faz esta automação parar. A espera não continua.',
    () => 'What makes this automation stop came about. The wait does not go on.',
  ),
  yes: localized(
    () => 'Sim',
    () => 'Yes',
  ),
  no: localized(
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
  const pt = locale === 'pt-BR';
  switch (entry.outcome) {
    case 'waits': {
      const span = describeMinutes(Math.round(entry.until - entry.at), locale);
      return pt ? `Espera ${span}` : `Waits ${span}`;
    }
    case 'no_match':
      return pt ? 'Nenhum ramo serviu: seguiu pelo tronco' : 'No branch was taken: it went on';
    case 'sent':
      return pt ? 'Seria enviada' : 'Would be sent';
    case 'attempt':
      return pt ? `Tentativa ${entry.attempt}` : `Attempt ${entry.attempt}`;
    case 'succeeded':
      return pt ? 'Deu certo' : 'It worked';
    case 'exhausted':
      return pt ? 'Acabaram as tentativas' : 'No attempt was left';
    case 'iteration':
      return pt ? `Repetição ${entry.iteration}` : `Time ${entry.iteration}`;
    case 'finished':
      return loopEnds[entry.reason][locale];
    case 'starts':
      return handlers[entry.handler][locale];
    case 'ended':
      return pt ? 'A automação termina aqui' : 'The automation ends here';
    // The texts of these need values of the step; `unknown` does not occur in a test.
    case 'unknown':
    case 'matched':
    case 'failed':
    case 'skipped':
      return '';
  }
}

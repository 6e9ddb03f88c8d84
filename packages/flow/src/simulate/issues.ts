import type { Locale, Localized } from '@retoma/commerce/locale';
import type { Severity } from '../members/codes.ts';

/** The codes of scenario issues with their texts. A scenario with warnings only can be played. */
export const scenarioCodes = {
  INVALID_JSON: {
    severity: 'error',
    'pt-BR': 'O cenário não é um JSON válido.',
    en: 'The scenario is not valid JSON.',
  },
  REQUIRED: { severity: 'error', 'pt-BR': 'Falta o campo {member}.', en: 'The field {member} is required.' },
  WRONG_TYPE: {
    severity: 'error',
    'pt-BR': '{member} deve ser {expected}.',
    en: '{member} must be {expected}.',
  },
  EMPTY: { severity: 'error', 'pt-BR': '{member} não pode ficar vazio.', en: '{member} must not be empty.' },
  INVALID_DATE: {
    severity: 'error',
    'pt-BR': '{member} deve ser uma data ISO 8601, como 2026-01-05T12:00:00-03:00.',
    en: '{member} must be an ISO 8601 instant such as 2026-01-05T12:00:00-03:00.',
  },
  OUT_OF_RANGE: {
    severity: 'error',
    'pt-BR': '{member} deve ficar entre {min} e {max}.',
    en: '{member} must be between {min} and {max}.',
  },
  TOO_MANY: {
    severity: 'error',
    'pt-BR': '{member} pode ter no máximo {max} entradas.',
    en: '{member} must have at most {max} entries.',
  },
  INVALID_PLACE: {
    severity: 'error',
    'pt-BR': '{member} não é um caminho dos dados, como order.status.',
    en: '{member} is not a data path such as order.status.',
  },
  UNKNOWN_MEMBER: {
    severity: 'warning',
    'pt-BR': 'Campo desconhecido: {member}. Ele não tem efeito.',
    en: 'Unknown field {member}: it has no effect.',
  },
  UNKNOWN_STEP: {
    severity: 'warning',
    'pt-BR': '{member} não é o id nem o caminho de um passo que envia mensagem nesta automação.',
    en: '{member} is neither the id nor the path of a step of this automation that sends a message.',
  },
} as const satisfies Record<string, { severity: Severity } & Localized>;

/** A code of a scenario issue. */
export type ScenarioCode = keyof typeof scenarioCodes;

/** The kinds of value that WRONG_TYPE names. */
const kinds = {
  object: { 'pt-BR': 'um objeto', en: 'an object' },
  list: { 'pt-BR': 'uma lista', en: 'a list' },
  text: { 'pt-BR': 'um texto', en: 'a string' },
  number: { 'pt-BR': 'um número', en: 'a number' },
  integer: { 'pt-BR': 'um número inteiro', en: 'an integer' },
} as const satisfies Record<string, Localized>;

/** A kind of value that WRONG_TYPE names. */
export type Expected = keyof typeof kinds;

/** One issue of a scenario. `path`: as `changes[0].at`; empty for the whole document. */
export type ScenarioIssue = { path: string; code: ScenarioCode; severity: Severity; message: string };

/** Builds an issue with its text. */
export function scenarioIssue(
  path: string,
  code: ScenarioCode,
  values: { expected?: Expected; min?: number; max?: number },
  locale: Locale,
): ScenarioIssue {
  const { severity, [locale]: text } = scenarioCodes[code];
  const labels: Record<string, string> = {
    member: path || { 'pt-BR': 'o cenário', en: 'the scenario' }[locale],
    expected: values.expected ? kinds[values.expected][locale] : '',
    min: String(values.min),
    max: String(values.max),
  };
  const message = text.replace(/\{(\w+)\}/g, (_, name: string) => labels[name] ?? '');
  return { path, code, severity, message: message[0]!.toUpperCase() + message.slice(1) };
}

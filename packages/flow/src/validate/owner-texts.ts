import { localized, type Locale, type Localized } from '@retoma/commerce/locale';
import { describeMember } from '../members/member-labels.ts';
import { metatagLabel } from '../metatags/labels.ts';
import { metatagNamed } from '../metatags/index.ts';
import { describeMinutes } from '../steps/duration.ts';
import { codes, wordLabels, type Code, type Word } from '../members/codes.ts';
import type { Key, Values } from '../members/report.ts';

/** The texts for store owners of codes whose general text names members, operators or ids. */
const ownerCodes: Partial<Record<Code, Localized>> = {
  REQUIRED: { 'pt-BR': 'Falta preencher: {member}.', en: 'Still to be filled in: {member}.' },
  INVALID_VALUE: {
    'pt-BR': '{member} não aceita {got}. Escolha outro valor.',
    en: '{member} does not accept {got}. Choose another value.',
  },
  INVALID_URL: {
    'pt-BR':
      '{member} deve ser um endereço completo, que comece com https://, ou um dado que seja um link; {got} não é.',
    en: '{member} must be a complete address that begins with https://, or data that is a link; {got} is not.',
  },
  INVALID_EMAIL: {
    'pt-BR': '{member} deve ser um endereço de e-mail completo e fixo; {got} não é.',
    en: '{member} must be a complete, fixed e-mail address; {got} is not.',
  },
  DUPLICATE_ID: {
    'pt-BR': 'O identificador {got} já é usado em outro passo ou caminho; cada um deve ser único.',
    en: 'The identifier {got} is already used at another step or branch; each must be unique.',
  },
  UNKNOWN_OPERATOR: {
    'pt-BR': 'As condições não conhecem a comparação {got}. Escolha outra.',
    en: 'Conditions do not know the comparison {got}. Choose another.',
  },
  UNKNOWN_MEMBER: {
    'pt-BR': 'Campo desconhecido: {member}. Ele é mantido, mas não tem efeito.',
    en: 'The field {member} does not exist here: it is kept but does nothing.',
  },
  MIXED_FORMATS: {
    'pt-BR':
      'Os dois formatos de arquivo se misturam aqui: o plano, que liga um passo ao outro, e o aninhado. Use um só.',
    en: 'The two file formats are mixed here: the flat one, which links step to step, and the nested one. Use one.',
  },
  FLAT_RULE_1: {
    'pt-BR': 'A ligação deste passo não leva ao próximo da sequência; sem isso o editor mostra errado.',
    en: 'The link of this step does not lead to the next one; otherwise the editor displays it incorrectly.',
  },
  FLAT_RULE_2: {
    'pt-BR': 'Este passo diz pertencer a um caminho que não existe: {got}.',
    en: 'This step says that it belongs to a branch that does not exist: {got}.',
  },
  FLAT_RULE_3: {
    'pt-BR': 'Este passo vem antes da primeira condição e não pode pertencer a um caminho: ele nunca rodaria.',
    en: 'This step comes before the first condition and cannot belong to a branch: it would never run.',
  },
  FLAT_RULE_4: {
    'pt-BR': 'Uma condição sempre roda e não pode pertencer a um caminho.',
    en: 'A condition always runs and cannot belong to a branch.',
  },
  FLAT_RULE_5: {
    'pt-BR': 'A ligação deste passo só pode levar a um passo do mesmo caminho; {got} é de outro lugar.',
    en: 'The link of this step can only lead to a step of the same branch; {got} stands in another place.',
  },
  FLAT_RULE_6: {
    'pt-BR': 'A ligação de uma condição só pode levar ao primeiro passo do caminho de quem pagou; {got} não é.',
    en: 'The link of a condition can only lead to the first step of its paid branch; {got} is not.',
  },
  FLAT_RULE_8: {
    'pt-BR': '{subject} deve terminar em um Fim que seja dele.',
    en: '{subject} must end in an End of its own.',
  },
  FLAT_RULE_12: {
    'pt-BR': 'Um lembrete de cobrança vem depois de uma espera e do caminho de quem ainda não pagou.',
    en: 'A payment reminder comes after a delay, in the branch of those who have not paid yet.',
  },
  RECOVERY_WITHOUT_CHECK: {
    'pt-BR': 'Mensagem de cobrança sem esperar e conferir o pagamento antes: pode chegar a quem já pagou.',
    en: 'A payment reminder with no delay and no look at the payment before it may reach someone who has paid.',
  },
  UNREACHABLE_BRANCH: {
    'pt-BR': 'Este caminho nunca é escolhido: um caminho antes dele já pega todos os casos dele.',
    en: 'This branch is never chosen: one before it takes all of its cases.',
  },
  UNIMPLEMENTED_ACTION: {
    'pt-BR': 'Esta ação não é executada: troque por uma mensagem de WhatsApp, e-mail ou SMS.',
    en: 'This action is not executed: put a WhatsApp message, an e-mail or an SMS in its place.',
  },
};

const ownerTexts: Partial<Record<Word, Localized>> = {
  boolean: { 'pt-BR': 'sim ou não', en: 'yes or no' },
  object: { 'pt-BR': 'um conjunto de campos', en: 'a set of fields' },
  scalar: { 'pt-BR': 'um texto, um número, sim ou não', en: 'a text, a number, yes or no' },
  text: { 'pt-BR': 'um texto', en: 'a text' },
  null: { 'pt-BR': 'vazio', en: 'empty' },
  usedBranchId: {
    'pt-BR':
      'Dois caminhos têm o identificador {got}: passos do primeiro rodariam de novo. Dê um próprio a cada caminho',
    en: 'Two branches have the identifier {got}: steps of the first would run again. Give every branch its own',
  },
  usedPrefix: {
    'pt-BR': 'Os caminhos de duas condições começam com {got}. Dê um começo próprio aos de cada condição',
    en: 'The branches of two conditions begin with {got}. Give those of each condition their own beginning',
  },
  detachedEnd: {
    'pt-BR': 'Um Fim que não é de caminho nenhum fica solto no meio da lista: cada caminho',
    en: 'An End of no branch is detached in the middle of the list: every branch',
  },
};

/** The text of a code for store owners, with its placeholders. */
export const ownerText = (code: Code, locale: Locale): string => (ownerCodes[code] ?? codes[code])[locale];

/** A word in messages for store owners. */
export const ownerWord = (word: Word, locale: Locale): string => (ownerTexts[word] ?? wordLabels[word])[locale];

/** The value of a placeholder for store owners; undefined if it is the same as for developers. */
export function ownerValue(name: string, keys: readonly Key[], values: Values, locale: Locale): string | undefined {
  if (name === 'member') return memberText(keys, locale);
  if (name === 'other') return metatagText(values.other, locale);
  if (name !== 'min' && name !== 'max' && name !== 'got') return undefined;
  const value = values[name];
  if (typeof value === 'boolean') return booleanText(value, locale);
  const isSpan = ['minutes', 'atLeast', 'delayBetweenAttempts'].includes(String(keys.at(-1)));
  return isSpan && Number.isInteger(value) && (value as number) >= 0
    ? describeMinutes(value as number, locale)
    : undefined;
}

/** `sim` or `não`. */
export const booleanText = (value: boolean, locale: Locale): string =>
  (value ? localized('sim', 'yes') : localized('não', 'no'))[locale];

/** The label of a member: `['data', 'choices', 0]` → `Botões, nº 1`. */
function memberText(keys: readonly Key[], locale: Locale): string {
  const at = keys.findLastIndex((key) => typeof key === 'string');
  if (at === -1) return ownerWord('automation', locale);
  const numbers = keys.slice(at + 1).map((index) => `, ${localized('nº', 'no.')[locale]} ${Number(index) + 1}`);
  return describeMember(String(keys[at]), locale) + numbers.join('');
}

/** The label of a metatag: `{{order.boleto_url}}` → `Link do boleto`; an unknown metatag is returned unchanged. */
function metatagText(written: string | undefined, locale: Locale): string | undefined {
  const name = /^\{\{(.+)\}\}$/.exec(written ?? '')?.[1];
  return name !== undefined && metatagNamed(name) ? metatagLabel(name, locale) : undefined;
}

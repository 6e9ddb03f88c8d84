import { describeRule, describeRules } from '../conditions/describe.ts';
import type { Rule } from '../definition/step.ts';
import type { Trigger } from '../definition/trigger.ts';
import type { NestedList, PlacedStep } from '../definition/walk.ts';
import { triggerNames } from '../metatags/codes.ts';
import { describeStep } from '../steps/describe.ts';
import { describeMinutes } from '../steps/duration.ts';
import { isRaw } from '../validate/members.ts';
import type { Locale } from '../validate/codes.ts';

type Words = Record<Locale, string>;

/** What members are called, by the last name of their path. */
const memberWords: Readonly<Record<string, Words>> = {
  name: { 'pt-BR': 'Nome', en: 'Name' },
  steps: { 'pt-BR': 'Passos', en: 'Steps' },
  quietHours: { 'pt-BR': 'Horário de silêncio', en: 'Quiet hours' },
  from: { 'pt-BR': 'Início', en: 'From' },
  to: { 'pt-BR': 'Fim', en: 'To' },
  reentry: { 'pt-BR': 'Quando alguém pode entrar de novo', en: 'When somebody may enter again' },
  withinDays: { 'pt-BR': 'Por quantos dias', en: 'For how many days' },
  buttonActions: { 'pt-BR': 'Botões', en: 'Buttons' },
  choices: { 'pt-BR': 'Botões', en: 'Buttons' },
  trigger_event: { 'pt-BR': 'Gatilho', en: 'Trigger' },
  active: { 'pt-BR': 'Ativa', en: 'Active' },
  minutes: { 'pt-BR': 'Espera', en: 'Wait' },
  message: { 'pt-BR': 'Texto', en: 'Text' },
  text: { 'pt-BR': 'Texto', en: 'Text' },
  subject: { 'pt-BR': 'Assunto', en: 'Subject' },
  html: { 'pt-BR': 'Conteúdo', en: 'Content' },
  body: { 'pt-BR': 'Conteúdo', en: 'Content' },
  remetente_nome: { 'pt-BR': 'Nome do remetente', en: 'Sender’s name' },
  remetente_email: { 'pt-BR': 'E-mail do remetente', en: 'Sender’s address' },
  type: { 'pt-BR': 'Tipo', en: 'Type' },
  image: { 'pt-BR': 'Imagem', en: 'Image' },
  audio: { 'pt-BR': 'Áudio', en: 'Audio' },
  video: { 'pt-BR': 'Vídeo', en: 'Video' },
  document: { 'pt-BR': 'Documento', en: 'Document' },
  label: { 'pt-BR': 'Nome', en: 'Name' },
  footer: { 'pt-BR': 'Rodapé', en: 'Footer' },
  title: { 'pt-BR': 'Título', en: 'Title' },
  url: { 'pt-BR': 'Endereço', en: 'Address' },
  linkUrl: { 'pt-BR': 'Endereço', en: 'Address' },
  branches: { 'pt-BR': 'Ramos', en: 'Branches' },
  conditions: { 'pt-BR': 'Regras', en: 'Rules' },
  condition: { 'pt-BR': 'Regra', en: 'Rule' },
  operator: { 'pt-BR': 'Combinação', en: 'Combination' },
  maxAttempts: { 'pt-BR': 'Tentativas', en: 'Attempts' },
  delayBetweenAttempts: { 'pt-BR': 'Pausa entre tentativas', en: 'Pause between attempts' },
  maxIterations: { 'pt-BR': 'Repetições', en: 'Repetitions' },
  stopOnError: { 'pt-BR': 'Parar em caso de erro', en: 'Stop on error' },
  stopOn: { 'pt-BR': 'Parar quando', en: 'Stop when' },
};

/** What a member is called; one without a word of ours is its own name. A branch's has the branch's id before it. */
export function describeMember(member: string, locale: Locale): string {
  const name = /([^.[\]]+)(?:\[\d+\])*$/.exec(member)?.[1] ?? member;
  const word = Object.hasOwn(memberWords, name) ? memberWords[name]![locale] : name;
  const branch = /^branches\[(.+)\]\./.exec(member)?.[1];
  return branch === undefined ? word : `${branch}: ${word}`;
}

/** A value in words: minutes as a duration, rules as a sentence, a trigger by its name, texts as they are. */
export function describeValue(member: string, value: unknown, locale: Locale): string {
  if (typeof value === 'number' && /^(?:minutes|delayBetweenAttempts)$/.test(member))
    return describeMinutes(value, locale);
  if (member.endsWith('conditions')) return describeRules(value as Rule[], undefined, locale);
  if (isRaw(value) && 'field' in value) return describeRule(value as Rule, locale);
  if (typeof value === 'boolean') return locale === 'en' ? (value ? 'yes' : 'no') : value ? 'sim' : 'não';
  if (typeof value === 'string')
    return Object.hasOwn(triggerNames, value) ? triggerNames[value as Trigger][locale] : value;
  if (Array.isArray(value)) return value.map((entry) => describeValue(member, entry, locale)).join(', ');
  return JSON.stringify(value);
}

const outletWords: Readonly<Record<string, Words>> = {
  onNext: { 'pt-BR': 'em seguida', en: 'next' },
  onResponse: { 'pt-BR': 'se responder', en: 'on reply' },
  onNoReply: { 'pt-BR': 'se não responder', en: 'on no reply' },
  onOpen: { 'pt-BR': 'se abrir', en: 'on open' },
  onClickLink: { 'pt-BR': 'se clicar no link', en: 'on click' },
  if_true: { 'pt-BR': 'sim', en: 'yes' },
  if_false: { 'pt-BR': 'não', en: 'no' },
  steps: { 'pt-BR': 'repetição', en: 'repeated' },
};

/** Where a step stands: `tronco, passo 3`; `Escolhe: Já pagou, Pendente › Pendente, passo 1`. */
export function whereWords({ parent, list, index }: PlacedStep, locale: Locale): string {
  const place = `${locale === 'en' ? 'step' : 'passo'} ${index + 1}`;
  if (!parent || !list) return `${locale === 'en' ? 'main flow' : 'tronco'}, ${place}`;
  return `${describeStep(parent.step, locale)} › ${outletOf(list, locale)}, ${place}`;
}

function outletOf({ member, branch }: NestedList, locale: Locale): string {
  if (branch) return branch.label ?? branch.id;
  return outletWords[member]?.[locale] ?? member;
}

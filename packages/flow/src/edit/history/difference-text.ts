import { localized, type Locale, type Localized } from '@retoma/commerce/locale';
import { describeRule, describeRules } from '../../conditions/describe.ts';
import type { NestedList, Rule } from '../../steps/step.ts';
import type { Trigger } from '../../members/trigger.ts';
import type { LocatedStep } from '../../definition/walk.ts';
import { triggerNames } from '../../metatags/validate/codes.ts';
import { describeStep } from '../../steps/describe.ts';
import { describeUntil } from '../../steps/delay/describe.ts';
import type { Until } from '../../steps/delay/members.ts';
import { describeMinutes } from '../../steps/duration.ts';
import { isRaw } from '../../members/raw.ts';
import { booleanText } from '../../validate/owner-texts.ts';

/** A value as text: minutes as a duration, rules as a sentence, a trigger by its label, texts unchanged. */
export function describeValue(member: string, value: unknown, locale: Locale): string {
  if (typeof value === 'number' && /^(?:minutes|until\.atLeast|delayBetweenAttempts)$/.test(member))
    return describeMinutes(value, locale);
  if (member === 'until' && isRaw(value)) return describeUntil(value as Until, locale);
  if (member.endsWith('conditions')) return describeRules(value as Rule[], undefined, locale);
  if (isRaw(value) && 'field' in value) return describeRule(value as Rule, locale);
  if (typeof value === 'boolean') return booleanText(value, locale);
  if (typeof value === 'string')
    return Object.hasOwn(triggerNames, value) ? triggerNames[value as Trigger][locale] : value;
  if (Array.isArray(value)) return value.map((entry) => describeValue(member, entry, locale)).join(', ');
  return JSON.stringify(value);
}

const outletText: Readonly<Record<string, Localized>> = {
  onNext: { 'pt-BR': 'em seguida', en: 'next' },
  onResponse: { 'pt-BR': 'se responder', en: 'on reply' },
  onNoReply: { 'pt-BR': 'se não responder', en: 'on no reply' },
  onOpen: { 'pt-BR': 'se abrir', en: 'on open' },
  onClickLink: { 'pt-BR': 'se clicar no link', en: 'on click' },
  if_true: { 'pt-BR': 'sim', en: 'yes' },
  if_false: { 'pt-BR': 'não', en: 'no' },
  steps: { 'pt-BR': 'repetição', en: 'repeated' },
};

/** The position of a step: `caminho principal, passo 3`; `Escolhe: Já pagou, Pendente › Pendente, passo 1`. */
export function describePosition({ parent, list, index }: LocatedStep, locale: Locale): string {
  const place = `${localized('passo', 'step')[locale]} ${index + 1}`;
  if (!parent || !list) return `${localized('caminho principal', 'main path')[locale]}, ${place}`;
  return `${describeStep(parent.step, locale)} › ${outletOf(list, locale)}, ${place}`;
}

function outletOf({ member, branch }: NestedList, locale: Locale): string {
  if (branch) return branch.label ?? branch.id;
  return outletText[member]?.[locale] ?? member;
}

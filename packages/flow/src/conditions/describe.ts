import { localized, type Locale, type Localized } from '@retoma/commerce/locale';
import type { Connective, Rule } from './members.ts';
import { metatagNamed } from '../metatags/index.ts';
import { isOperator, type Operator } from './operators.ts';
import { describeFieldValue } from './value-labels.ts';

const operatorLabels = {
  '=': { 'pt-BR': 'é', en: 'is' },
  '!=': { 'pt-BR': 'não é', en: 'is not' },
  in: { 'pt-BR': 'é um de', en: 'is one of' },
  'not-in': { 'pt-BR': 'não é nenhum de', en: 'is none of' },
  empty: { 'pt-BR': 'está vazio', en: 'is empty' },
  'not-empty': { 'pt-BR': 'está preenchido', en: 'is filled' },
  '>': { 'pt-BR': 'é maior que', en: 'is above' },
  '<': { 'pt-BR': 'é menor que', en: 'is below' },
  '>=': { 'pt-BR': 'é pelo menos', en: 'is at least' },
  '<=': { 'pt-BR': 'é no máximo', en: 'is at most' },
} as const satisfies Record<Operator, Localized>;

const fieldLabel: Record<string, Localized> = {
  payment_status: { 'pt-BR': 'status do pagamento', en: 'payment status' },
  payment_method: { 'pt-BR': 'forma de pagamento', en: 'payment method' },
  amount: { 'pt-BR': 'valor do evento', en: 'amount of the event' },
};

/** The label of a condition field: `payment_status` → `status do pagamento`. A field without a label is shown by its name. */
export function describeField(field: string, locale: Locale): string {
  return (
    (Object.hasOwn(fieldLabel, field) ? fieldLabel[field]?.[locale] : metatagNamed(field)?.description[locale]) ?? field
  );
}

/** One rule as text: `status do pagamento é pago`. */
export function describeRule({ field, operator, value }: Rule, locale: Locale): string {
  const text = `${describeField(field, locale)} ${isOperator(operator) ? operatorLabels[operator][locale] : operator}`;
  if (operator === 'empty' || operator === 'not-empty') return text;
  return `${text} ${describeFieldValue(field, value, locale)}`;
}

/** `e` or `ou`: the word between the rules of a group. */
export const connectiveText = (connective: Connective | undefined, locale: Locale): string =>
  (connective === 'OR' ? localized('ou', 'or') : localized('e', 'and'))[locale];

/** The rules of a group as text, joined by "e" or "ou". */
export function describeRules(rules: readonly Rule[], connective: Connective | undefined, locale: Locale): string {
  return rules.map((rule) => describeRule(rule, locale)).join(` ${connectiveText(connective, locale)} `);
}

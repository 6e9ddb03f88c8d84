import type { Connective, Rule } from '../definition/step.ts';
import { metatagNamed } from '../metatags/index.ts';
import type { Locale } from '../validate/codes.ts';
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
} as const satisfies Record<Operator, Record<Locale, string>>;

const fieldLabel: Record<string, Record<Locale, string>> = {
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

/** The rules of a group as text, joined by "e" or "ou". */
export function describeRules(rules: readonly Rule[], connective: Connective | undefined, locale: Locale): string {
  const or = connective === 'OR';
  const word = locale === 'en' ? (or ? ' or ' : ' and ') : or ? ' ou ' : ' e ';
  return rules.map((rule) => describeRule(rule, locale)).join(word);
}

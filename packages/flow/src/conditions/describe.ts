import { localized, type Locale, type Localized } from '@retoma/commerce/locale';
import type { Connective, Rule } from './members.ts';
import { metatagNamed } from '../metatags/index.ts';
import { isOperator, type Operator } from './operators.ts';
import { describeFieldValue, moneyFields } from './value-labels.ts';

const operatorLabels = {
  '=': { 'pt-BR': 'é', en: 'is' },
  '!=': { 'pt-BR': 'não é', en: 'is not' },
  in: { 'pt-BR': 'é', en: 'is' },
  'not-in': { 'pt-BR': 'não é', en: 'is not' },
  empty: { 'pt-BR': 'está vazio', en: 'is empty' },
  'not-empty': { 'pt-BR': 'está preenchido', en: 'is filled' },
  '>': { 'pt-BR': 'maior que', en: 'greater than' },
  '<': { 'pt-BR': 'menor que', en: 'less than' },
  '>=': { 'pt-BR': 'pelo menos', en: 'at least' },
  '<=': { 'pt-BR': 'no máximo', en: 'at most' },
} as const satisfies Record<Operator, Localized>;

/** How amounts are compared. */
const moneyLabels: Partial<Record<Operator, Localized>> = {
  '>': { 'pt-BR': 'acima de', en: 'above' },
  '<': { 'pt-BR': 'abaixo de', en: 'below' },
  '>=': { 'pt-BR': 'a partir de', en: 'from' },
  '<=': { 'pt-BR': 'até', en: 'up to' },
};

const fieldLabel: Record<string, Localized> = {
  payment_status: { 'pt-BR': 'pagamento', en: 'payment' },
  payment_method: { 'pt-BR': 'forma de pagamento', en: 'payment method' },
  amount: { 'pt-BR': 'valor', en: 'amount' },
  'order.total': { 'pt-BR': 'total do pedido', en: 'order total' },
};

/** The label of a condition field within a sentence: `payment_status` → `pagamento`. A field without a label is shown by its name. */
export function describeField(field: string, locale: Locale): string {
  const own = Object.hasOwn(fieldLabel, field) ? fieldLabel[field] : undefined;
  const label = own ?? metatagNamed(field)?.description;
  return label ? uncapitalised(label[locale]) : field;
}

/** `Nome do cliente` → `nome do cliente`; an abbreviation such as `IP` keeps its capitals. */
const uncapitalised = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** An operator's words for a field: `acima de` for an amount, otherwise `maior que`. An unknown operator is shown as it is. */
export function describeOperator(field: string, operator: string, locale: Locale): string {
  if (!isOperator(operator)) return operator;
  return ((moneyFields.has(field) && moneyLabels[operator]) || operatorLabels[operator])[locale];
}

/** One rule as text: `pagamento é pago`, `valor acima de R$ 200,00`; `?` if it has no field yet. */
export function describeRule({ field, operator, value }: Rule, locale: Locale): string {
  if (!field) return '?';
  const text = `${describeField(field, locale)} ${describeOperator(field, operator, locale)}`;
  if (operator === 'empty' || operator === 'not-empty') return text;
  if (!Array.isArray(value)) return `${text} ${describeFieldValue(field, value, locale)}`;
  return `${text} ${anyOf(
    value.map((one) => describeFieldValue(field, one, locale)),
    operator,
    locale,
  )}`;
}

/** `a, b ou c`; after a negation `a, b nem c`. */
function anyOf(values: readonly string[], operator: Operator, locale: Locale): string {
  if (values.length < 2) return values[0] ?? '…';
  const or = operator === 'not-in' ? localized('nem', 'or')[locale] : connectiveText('OR', locale);
  return `${values.slice(0, -1).join(', ')} ${or} ${values.at(-1)}`;
}

/** `e` or `ou`: the word between the rules of a group. */
export const connectiveText = (connective: Connective | undefined, locale: Locale): string =>
  (connective === 'OR' ? localized('ou', 'or') : localized('e', 'and'))[locale];

/** The rules of a group as text, joined by "e" or "ou". */
export function describeRules(rules: readonly Rule[], connective: Connective | undefined, locale: Locale): string {
  return rules.map((rule) => describeRule(rule, locale)).join(` ${connectiveText(connective, locale)} `);
}

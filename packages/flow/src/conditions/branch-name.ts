import { locales, localized, type Locale, type Localized } from '@retoma/commerce/locale';
import { describeFieldValue } from './value-labels.ts';
import { describeRules } from './describe.ts';
import { alwaysMatches } from './logic.ts';
import type { Connective, Rule } from './members.ts';

/** The rules of a branch, as the document has them. */
type Rules = { readonly conditions: readonly Rule[]; readonly operator?: Connective | undefined };

const paymentNames: Readonly<Record<string, Localized>> = {
  pending: localized('Ainda não pagou', 'Not paid yet'),
  paid: localized('Já pagou', 'Paid'),
  failed: localized('Pagamento recusado', 'Payment refused'),
  cancelled: localized('Pagamento cancelado', 'Payment cancelled'),
  processing: localized('Pagamento em análise', 'Payment being reviewed'),
};

const otherCases = localized('Nos outros casos', 'In all other cases');

/** The name of a branch after its rules: `Ainda não pagou`, `Valor acima de R$ 200,00`, `Nos outros casos`. */
export function branchNameOf({ conditions, operator }: Rules, locale: Locale): string {
  if (alwaysMatches({ conditions, operator })) return otherCases[locale];
  const status = onlyStatus(conditions);
  const name = status !== undefined && Object.hasOwn(paymentNames, status) ? paymentNames[status]![locale] : undefined;
  return name ?? capitalised(describeRules(conditions, operator, locale));
}

/**
 * Whether a branch's name follows its rules: it has none, or the one that its rules or its number give. A name that someone typed stays. The
 * document has no other sign of it.
 */
export function followsRules(label: string | undefined, rules: Rules): boolean {
  const name = label?.trim() ?? '';
  if (name === '' || /^(?:ramo|caminho|branch|path) \d+$/i.test(name)) return true;
  return locales.some((locale) => name === branchNameOf(rules, locale) || name === statusName(rules, locale));
}

/** The name that a payment branch had before: `Pago`, `Pendente`. */
function statusName({ conditions }: Rules, locale: Locale): string | undefined {
  const status = onlyStatus(conditions);
  return status === undefined ? undefined : capitalised(describeFieldValue('payment_status', status, locale));
}

/** The status that the only rule asks for, in lower case; `pending` for any but `paid`. */
function onlyStatus(conditions: readonly Rule[]): string | undefined {
  const [rule] = conditions;
  if (conditions.length !== 1 || rule?.field !== 'payment_status') return undefined;
  const status = String(rule.value).toLowerCase();
  if (rule.operator === '!=' && status === 'paid') return 'pending';
  return rule.operator === '=' ? status : undefined;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

import { localized, type Locale } from '@retoma/commerce/locale';
import { describeRule, describeRules } from '../../conditions/describe.ts';
import type { ConditionStep } from '../step.ts';

/** A condition as text: `Se status do pagamento é paid`; for branches their labels: `Escolhe: Já pagou, Ainda não pagou`. */
export function describeCondition(step: ConditionStep, locale: Locale): string {
  if (step.branches) {
    const branches = step.branches.map(({ id, label }) => label ?? id).join(', ');
    return `${localized('Escolhe', 'Choose')[locale]}: ${branches}`;
  }
  const rules = step.conditions ? describeRules(step.conditions, step.operator, locale) : describeRule(step, locale);
  return `${localized('Se', 'If')[locale]} ${rules}`;
}

import { describeFieldValue, type ConditionStep, type Rule } from '@retoma/flow';
import { fieldLabel, describeRules } from '../../../diagram/cards/step-text.ts';
import type { Locale } from '../../../ui/locale.tsx';
import { words } from './labels.ts';

/** What a condition did: the way that it took, what held there, and why each other way was not taken. */
export type BranchView = { taken: string; seen: string; untaken: string[] };

/**
 * Tells what a condition found. Only the way is kept, not the values: of the way that was taken all rules held, of those before it
 * they did not, and those after it were not asked.
 */
export function branchTexts(step: ConditionStep, taken: string | undefined, locale: Locale): BranchView {
  const w = words[locale];
  if (!step.branches) {
    const rules = step.conditions ?? [step];
    const [yes, told] = [taken === 'if_true', describeRules(rules, step.operator === 'OR' ? 'OR' : 'AND', locale)];
    return {
      taken: w.branch(yes ? w.yes : w.no),
      seen: yes ? seenOf(rules, locale) : '',
      untaken: yes ? [w.notRequested(w.no)] : [w.rejectedPayment(w.yes, told)],
    };
  }
  const at = step.branches.findIndex(({ id }) => id === taken);
  const names = step.branches.map(
    ({ label, conditions, operator }) => label?.trim() || describeRules(conditions, operator, locale),
  );
  return {
    taken: at === -1 ? w.noBranch : w.branch(names[at]!),
    seen: at === -1 ? '' : seenOf(step.branches[at]!.conditions, locale, step.branches[at]!.operator),
    untaken: step.branches.flatMap(({ conditions, operator }, index) => {
      if (index === at) return [];
      const asked = at === -1 || index < at;
      return [
        asked
          ? w.rejectedPayment(names[index]!, describeRules(conditions, operator, locale))
          : w.notRequested(names[index]!),
      ];
    }),
  };
}

function seenOf(rules: readonly Rule[], locale: Locale, connective?: 'AND' | 'OR'): string {
  const [rule] = rules;
  const w = words[locale];
  if (rules.length === 1 && rule?.operator === '=')
    return w.was1(fieldLabel(rule.field, locale), describeFieldValue(rule.field, rule.value, locale));
  return rules.length === 0 ? '' : w.was(describeRules(rules, connective, locale));
}

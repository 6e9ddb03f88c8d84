import {
  branchNameOf,
  describeField,
  describeFieldValue,
  describeRules,
  type ConditionStep,
  type Rule,
} from '@retoma/flow';
import type { Locale } from '../../../../ui/locale.tsx';
import { timelineLabels } from './labels.ts';

/** The result of a condition: the taken branch, the rules that held, and why each other branch was not taken. */
export type BranchView = { matched: string; held: string; unmatched: string[] };

/**
 * Describes the result of a condition. Only the branch is stored, not the values: the matched branch held, those before it did not hold,
 * and those after it were not evaluated.
 */
export function branchTexts(step: ConditionStep, matched: string | undefined, locale: Locale): BranchView {
  const w = timelineLabels[locale];
  if (!step.branches) {
    const rules = step.conditions ?? [step];
    const [yes, ruleText] = [
      matched === 'if_true',
      describeRules(rules, step.operator === 'OR' ? 'OR' : 'AND', locale),
    ];
    return {
      matched: w.branch(yes ? w.yes : w.no),
      held: yes ? describeHeld(rules, locale) : '',
      unmatched: yes ? [w.notRequested(w.no)] : [w.rejectedPayment(w.yes, ruleText)],
    };
  }
  const at = step.branches.findIndex(({ id }) => id === matched);
  const names = step.branches.map((branch) => branch.label?.trim() || branchNameOf(branch, locale));
  return {
    matched: at === -1 ? w.noBranch : w.branch(names[at]!),
    held: at === -1 ? '' : describeHeld(step.branches[at]!.conditions, locale, step.branches[at]!.operator),
    unmatched: step.branches.flatMap(({ conditions, operator }, index) => {
      if (index === at) return [];
      const isEvaluated = at === -1 || index < at;
      return [
        isEvaluated
          ? w.rejectedPayment(names[index]!, describeRules(conditions, operator, locale))
          : w.notRequested(names[index]!),
      ];
    }),
  };
}

function describeHeld(rules: readonly Rule[], locale: Locale, connective?: 'AND' | 'OR'): string {
  const [rule] = rules;
  const w = timelineLabels[locale];
  if (rules.length === 1 && rule?.operator === '=')
    return w.was1(describeField(rule.field, locale), describeFieldValue(rule.field, rule.value, locale));
  return rules.length === 0 ? '' : w.was(describeRules(rules, connective, locale));
}

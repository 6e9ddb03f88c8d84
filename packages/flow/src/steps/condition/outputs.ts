import type { ConditionStep } from '../../definition/step.ts';
import type { NestedList } from '../../definition/walk.ts';

/** The nested lists of a condition: those of its branches, or `if_true` and `if_false`. */
export function conditionOutputs(step: ConditionStep): readonly NestedList[] {
  const lists: NestedList[] = [];
  if (step.branches) {
    for (const [index, branch] of step.branches.entries()) {
      if (branch.steps) lists.push({ member: `branches[${index}].steps`, branch, steps: branch.steps });
    }
    return lists;
  }
  if (step.if_true) lists.push({ member: 'if_true', steps: step.if_true });
  if (step.if_false) lists.push({ member: 'if_false', steps: step.if_false });
  return lists;
}

import type { Branch, ConditionStep, NestedList, Steps } from '../../definition/step.ts';

// An unchecked value may have another type than declared.
type Shapes = { branches?: readonly (Branch | null)[]; if_true?: Steps; if_false?: Steps };
const isList = <Entry>(value: readonly Entry[] | undefined): value is readonly Entry[] => Array.isArray(value);

/** The nested lists of a condition: those of its branches, or `if_true` and `if_false`. */
export function conditionOutputs(step: ConditionStep): readonly NestedList[] {
  const lists: NestedList[] = [];
  const { branches, if_true: yes, if_false: no } = step as unknown as Shapes;
  if (isList(branches)) {
    for (const [index, branch] of branches.entries()) {
      if (branch && isList(branch.steps))
        lists.push({ member: `branches[${index}].steps`, branch, steps: branch.steps });
    }
    return lists;
  }
  if (isList(yes)) lists.push({ member: 'if_true', steps: yes });
  if (isList(no)) lists.push({ member: 'if_false', steps: no });
  return lists;
}

import { groupHolds, holds, type Resolve } from '../../conditions/evaluate.ts';
import type { ConditionStep } from '../step.ts';

/** The index of the matching branch: of `branches`, or 0 for if_true and 1 for if_false; none (-1) if nothing matches. */
export function matchedBranch(step: ConditionStep, resolve: Resolve): number {
  if (step.branches) {
    return step.branches.findIndex(({ conditions, operator }) => groupHolds(conditions, operator, resolve));
  }
  const held = step.conditions ? groupHolds(step.conditions, step.operator, resolve) : holds(step, resolve);
  return held ? 0 : 1;
}

/** The name of a branch in timeline entries: its id, or if_true or if_false. */
export function branchName(step: ConditionStep, branch: number): string {
  return step.branches ? step.branches[branch]!.id : branch === 0 ? 'if_true' : 'if_false';
}

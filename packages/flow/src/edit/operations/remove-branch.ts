import type { Flow } from '../../definition/flow.ts';
import type { BranchesCondition } from '../../steps/step.ts';
import { changeAt, changeObject, findBranch } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { refuse } from '../operation-codes.ts';
import type { Outcome } from './outcome.ts';

/** Removes a branch with its steps. The last branch cannot be removed: the condition would decide nothing. */
export function removeBranch(flow: Flow, { conditionNodeId, branchId }: OperationOf<'remove_branch'>): Outcome {
  const found = findBranch(flow, conditionNodeId, branchId);
  if (!found.ok) return found;
  const { condition, keys, index } = found;
  const { branches } = condition.step;
  if (index === undefined || !branches) return { ok: true, flow: changeAt(flow, keys, () => undefined)! };
  if (branches.length === 1) return refuse('LAST_BRANCH');
  const left = branches.toSpliced(index, 1);
  return {
    ok: true,
    flow: changeObject<BranchesCondition>(flow, condition.keys, (step) => ({ ...step, branches: left })),
  };
}

import type { Flow } from '../../definition/flow.ts';
import type { Branch, BranchesCondition } from '../../steps/step.ts';
import { newSteps, type NewId } from '../fresh-ids.ts';
import { changeObject, findCondition } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { refuse } from '../operation-codes.ts';
import type { Outcome } from './outcome.ts';

/** Adds a branch to a condition: before another branch, by default last, so that it is tried after all others. */
export function addBranch(
  flow: Flow,
  { conditionNodeId, branch, beforeBranchId }: OperationOf<'add_branch'>,
  newId: NewId,
): Outcome {
  const found = findCondition(flow, conditionNodeId);
  if (!found.ok) return found;
  const { branches } = found.step;
  if (!branches) return refuse('NO_BRANCHES', { id: conditionNodeId });
  const index = beforeBranchId === undefined ? branches.length : branches.findIndex(({ id }) => id === beforeBranchId);
  if (index === -1) return refuse('UNKNOWN_BRANCH', { id: beforeBranchId! });
  const made = newSteps(flow, branch.steps ?? [], newId);
  if (!made.ok) return made;
  const added: Branch = { ...branch, steps: made.steps };
  const grown = branches.toSpliced(index, 0, added);
  return {
    ok: true,
    flow: changeObject<BranchesCondition>(flow, found.keys, (step) => ({ ...step, branches: grown })),
  };
}

import type { Flow } from '../../definition/flow.ts';
import type { Steps } from '../../steps/step.ts';
import { findBranch, findCondition, listAt } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { insertAt } from '../placement.ts';
import type { Outcome } from './outcome.ts';
import { removeStep } from './remove-step.ts';

/** Removes a condition. The steps of the branch to keep, if one is named, take its position; other branches are removed too. */
export function removeCondition(
  flow: Flow,
  { conditionNodeId, keepBranchId }: OperationOf<'remove_condition'>,
): Outcome {
  const found = findCondition(flow, conditionNodeId);
  if (!found.ok) return found;
  let remaining: Steps = [];
  if (keepBranchId !== undefined) {
    const branch = findBranch(flow, conditionNodeId, keepBranchId);
    if (!branch.ok) return branch;
    remaining = listAt(flow, branch.keys);
  }
  const without = removeStep(flow, { nodeId: conditionNodeId });
  return without.ok ? { ok: true, flow: insertAt(without.flow, found, remaining) } : without;
}

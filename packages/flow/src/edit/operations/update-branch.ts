import type { Flow } from '../../definition/flow.ts';
import { changeMembers } from '../change-members.ts';
import { findBranch } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { refuse } from '../operation-codes.ts';
import type { Outcome } from './outcome.ts';

/** Members that this operation may not change, or not drop: steps have other operations. */
const fixed = { change: ['steps'], drop: ['steps', 'id', 'conditions'] };

/** Sets and drops members of a branch: rules, connective, label, id. */
export function updateBranch(
  flow: Flow,
  { conditionNodeId, branchId, changes, drop }: OperationOf<'update_branch'>,
): Outcome {
  const found = findBranch(flow, conditionNodeId, branchId);
  if (!found.ok) return found;
  if (found.index === undefined) return refuse('NO_BRANCHES', { id: conditionNodeId });
  return changeMembers(flow, found.keys.slice(0, -1), changes, drop, fixed);
}

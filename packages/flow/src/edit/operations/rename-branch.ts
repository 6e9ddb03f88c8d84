import type { Flow } from '../../definition/flow.ts';
import type { OperationOf } from '../operation.ts';
import type { Outcome } from './outcome.ts';
import { updateBranch } from './update-branch.ts';

/** Changes a branch's label. Its id, which steps and runs refer to, does not change. */
export function renameBranch(flow: Flow, { conditionNodeId, branchId, label }: OperationOf<'rename_branch'>): Outcome {
  return updateBranch(flow, { op: 'update_branch', conditionNodeId, branchId, changes: { label } });
}

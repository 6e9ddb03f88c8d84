import type { Flow } from '../../definition/flow.ts';
import type { NewId } from '../fresh-ids.ts';
import type { Operation, OperationName, OperationOf } from '../operation.ts';
import { addBranch } from './add-branch.ts';
import { createStep } from './create-step.ts';
import { duplicate } from './duplicate.ts';
import { finishBranch } from './finish-branch.ts';
import { insertAfter } from './insert-after.ts';
import { insertBefore } from './insert-before.ts';
import { insertBetween } from './insert-between.ts';
import { moveStep } from './move-step.ts';
import { moveToBranch } from './move-to-branch.ts';
import type { Outcome } from './outcome.ts';
import { paste } from './paste.ts';
import { removeBranch } from './remove-branch.ts';
import { removeCondition } from './remove-condition.ts';
import { removeStep } from './remove-step.ts';
import { renameBranch } from './rename-branch.ts';
import { updateBranch } from './update-branch.ts';
import { updateStep } from './update-step.ts';
import { updateTrigger } from './update-trigger.ts';
import { wrap } from './wrap.ts';

/** The implementation of each operation (COP3). Each gets a copy of the operation, which may become part of the flow. */
const implementations = {
  create_step: createStep,
  update_step: updateStep,
  add_branch: addBranch,
  update_branch: updateBranch,
  remove_step: removeStep,
  update_trigger: updateTrigger,
  insert_before: insertBefore,
  insert_after: insertAfter,
  insert_between: insertBetween,
  move_step: moveStep,
  move_to_branch: moveToBranch,
  remove_condition: removeCondition,
  remove_branch: removeBranch,
  rename_branch: renameBranch,
  finish_branch: finishBranch,
  wrap,
  duplicate,
  paste,
} as const satisfies {
  [Name in OperationName]: (flow: Flow, operation: OperationOf<Name>, newId: NewId) => Outcome;
};

/** Applies one operation to a nested flow, without validating the result. */
export function applyOperation(flow: Flow, operation: Operation, newId: NewId): Outcome {
  const apply = implementations[operation.op] as (flow: Flow, operation: Operation, newId: NewId) => Outcome;
  return apply(flow, operation, newId);
}

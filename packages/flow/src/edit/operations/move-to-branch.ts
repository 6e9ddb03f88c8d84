import type { Flow } from '../../definition/flow.ts';
import type { OperationOf } from '../operation.ts';
import { moveStep } from './move-step.ts';
import type { Outcome } from './outcome.ts';

/** Moves a step into a branch: to its start, or right after one of its steps. */
export function moveToBranch(flow: Flow, operation: OperationOf<'move_to_branch'>): Outcome {
  return moveStep(flow, { ...operation, op: 'move_step' });
}

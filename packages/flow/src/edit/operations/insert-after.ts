import type { Flow } from '../../definition/flow.ts';
import type { NewId } from '../fresh-ids.ts';
import type { OperationOf } from '../operation.ts';
import { createStep } from './create-step.ts';
import type { Outcome } from './outcome.ts';

/** Inserts a step right after another, in the same list; after `trigger-0` means at the start of the flow. */
export function insertAfter(flow: Flow, { step, afterNodeId }: OperationOf<'insert_after'>, newId: NewId): Outcome {
  return createStep(flow, { op: 'create_step', step, afterNodeId }, newId);
}

import type { Flow } from '../../definition/flow.ts';
import type { NewId } from '../fresh-ids.ts';
import type { OperationOf } from '../operation.ts';
import { createStep } from './create-step.ts';
import type { Outcome } from './outcome.ts';

/** Puts a step right after another, in whatever list that stands; after `trigger-0`: first of all. */
export function insertAfter(flow: Flow, { step, afterNodeId }: OperationOf<'insert_after'>, newId: NewId): Outcome {
  return createStep(flow, { op: 'create_step', step, afterNodeId }, newId);
}

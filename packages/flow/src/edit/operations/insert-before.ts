import type { Flow } from '../../definition/flow.ts';
import { newSteps, type NewId } from '../fresh-ids.ts';
import { findStep } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { insertAt } from '../placement.ts';
import type { Outcome } from './outcome.ts';

/** Inserts a step right before another, in the same list. */
export function insertBefore(flow: Flow, { step, beforeNodeId }: OperationOf<'insert_before'>, newId: NewId): Outcome {
  const found = findStep(flow, beforeNodeId);
  if (!found.ok) return found;
  const made = newSteps(flow, [step], newId);
  return made.ok ? { ok: true, flow: insertAt(flow, found, made.steps) } : made;
}

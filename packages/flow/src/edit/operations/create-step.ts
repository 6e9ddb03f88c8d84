import type { Flow } from '../../definition/flow.ts';
import { newSteps, type NewId } from '../fresh-ids.ts';
import { insertAt, resolvePlacement } from '../placement.ts';
import type { OperationOf } from '../operation.ts';
import type { Outcome } from './outcome.ts';

/** Inserts a step at a position (COP5). */
export function createStep(
  flow: Flow,
  { step, op: _op, ...placement }: OperationOf<'create_step'>,
  newId: NewId,
): Outcome {
  const place = resolvePlacement(flow, placement);
  if (!place.ok) return place;
  const made = newSteps(flow, [step], newId);
  return made.ok ? { ok: true, flow: insertAt(flow, place, made.steps) } : made;
}

import type { Flow } from '../../definition/flow.ts';
import { walkFlow } from '../../definition/walk.ts';
import { findStep } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { refuse } from '../operation-codes.ts';
import { insertAt, placeOf } from '../placement.ts';
import type { Outcome } from './outcome.ts';
import { removeStep } from './remove-step.ts';

/** Moves a step, with all that is in it, to a place (P5), which is looked for in the flow without it. */
export function moveStep(flow: Flow, { op: _op, nodeId, ...placement }: OperationOf<'move_step'>): Outcome {
  const found = findStep(flow, nodeId);
  if (!found.ok) return found;
  const own = new Set([...walkFlow({ steps: [found.step] })].map(({ step }) => step.id));
  const anchors = [placement.afterNodeId, placement.conditionNodeId, placement.actionNodeId];
  if (anchors.some((anchor) => anchor !== undefined && own.has(anchor))) return refuse('INTO_ITSELF');
  const without = removeStep(flow, { nodeId });
  if (!without.ok) return without;
  const place = placeOf(without.flow, placement);
  return place.ok ? { ok: true, flow: insertAt(without.flow, place, [found.step]) } : place;
}

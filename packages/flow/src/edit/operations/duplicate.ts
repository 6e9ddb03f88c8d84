import type { Flow } from '../../definition/flow.ts';
import { copiesOf, type NewId } from '../fresh-ids.ts';
import { findStep } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { insertAt, resolvePlacement } from '../placement.ts';
import type { Outcome } from './outcome.ts';

/** Inserts a copy of a step, with its nested steps, right after it. */
export function duplicate(flow: Flow, { nodeId }: OperationOf<'duplicate'>, newId: NewId): Outcome {
  const found = findStep(flow, nodeId);
  if (!found.ok) return found;
  const place = resolvePlacement(flow, { afterNodeId: nodeId });
  if (!place.ok) return place;
  const copies = copiesOf(flow, [found.entry], newId);
  return copies.ok ? { ok: true, flow: insertAt(flow, place, copies.steps) } : copies;
}

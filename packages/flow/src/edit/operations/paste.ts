import type { Flow } from '../../definition/flow.ts';
import { copiesOf, type NewId } from '../fresh-ids.ts';
import type { OperationOf } from '../operation.ts';
import { insertAt, resolvePlacement } from '../placement.ts';
import type { Outcome } from './outcome.ts';

/** Inserts copies of steps, of this or another flow, at a position (COP5); copies get new ids and unused branch ids. */
export function paste(flow: Flow, { steps, op: _op, ...placement }: OperationOf<'paste'>, newId: NewId): Outcome {
  const place = resolvePlacement(flow, placement);
  if (!place.ok) return place;
  const copies = copiesOf(flow, steps, newId);
  return copies.ok ? { ok: true, flow: insertAt(flow, place, copies.steps) } : copies;
}

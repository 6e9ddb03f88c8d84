import type { Flow } from '../../definition/flow.ts';
import { newSteps, type NewId } from '../fresh-ids.ts';
import { findBranch, listAt } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { refuse } from '../operation-codes.ts';
import { insertAt } from '../placement.ts';
import type { Outcome } from './outcome.ts';

/** Makes a branch end the whole run by adding an `end` at its end (RUN4). */
export function finishBranch(
  flow: Flow,
  { conditionNodeId, branchId }: OperationOf<'finish_branch'>,
  newId: NewId,
): Outcome {
  const found = findBranch(flow, conditionNodeId, branchId);
  if (!found.ok) return found;
  const steps = listAt(flow, found.keys);
  if (steps.at(-1)?.type === 'end') return refuse('ALREADY_ENDS', { id: branchId });
  const made = newSteps(flow, [{ type: 'end' }], newId);
  return made.ok
    ? { ok: true, flow: insertAt(flow, { ok: true, list: found.keys, index: steps.length }, made.steps) }
    : made;
}

import type { Flow } from '../../definition/flow.ts';
import { changeList, findStep } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import type { Outcome } from './outcome.ts';

/** Removes a step and its nested steps. Its list is kept, even if empty. */
export function removeStep(flow: Flow, { nodeId }: Pick<OperationOf<'remove_step'>, 'nodeId'>): Outcome {
  const found = findStep(flow, nodeId);
  if (!found.ok) return found;
  return { ok: true, flow: changeList(flow, found.list, (steps) => steps.toSpliced(found.index, 1)) };
}

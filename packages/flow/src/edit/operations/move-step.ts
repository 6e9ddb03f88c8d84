import type { Flow } from '../../definition/flow.ts';
import type { Step } from '../../steps/step.ts';
import { walkFlow } from '../../definition/walk.ts';
import { keysOfPath } from '../../validate/issue.ts';
import { changeList, findStep } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { refuse } from '../operation-codes.ts';
import { insertAt, resolvePlacement } from '../placement.ts';
import type { Outcome } from './outcome.ts';

/** Moves a step, with its nested steps, to a position (COP5). */
export function moveStep(flow: Flow, { op: _op, nodeId, ...placement }: OperationOf<'move_step'>): Outcome {
  const found = findStep(flow, nodeId);
  if (!found.ok) return found;
  const own = new Set([...walkFlow({ steps: [found.step] })].map(({ step }) => step.id));
  const anchors = [placement.afterNodeId, placement.conditionNodeId, placement.actionNodeId];
  if (anchors.some((anchor) => anchor !== undefined && own.has(anchor))) return refuse('INTO_ITSELF');
  // A placeholder keeps the step's position meanwhile, so that ids of positions still find the same entries.
  const hole = {} as Step;
  const emptied = changeList(flow, found.list, (steps) => steps.with(found.index, hole));
  const place = resolvePlacement(emptied, placement);
  if (!place.ok) return place;
  const moved = insertAt(emptied, place, [found.entry]);
  const left = walkFlow(moved).find(({ step }) => step === hole)!;
  return { ok: true, flow: changeList(moved, keysOfPath(left.listPath), (steps) => steps.toSpliced(left.index, 1)) };
}

import type { Flow } from '../../definition/flow.ts';
import type { Step } from '../../steps/step.ts';
import { newSteps, type NewId } from '../fresh-ids.ts';
import { changeList, findBranch, findStep, type FoundStep, type Keys } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import { refuse, type Refusal } from '../operation-codes.ts';
import { insertAt } from '../placement.ts';
import type { Outcome } from './outcome.ts';

/** Wraps consecutive steps in a condition, retry or loop: they are appended to its branch or its list. */
export function wrap(flow: Flow, { nodeIds, step, branchId }: OperationOf<'wrap'>, newId: NewId): Outcome {
  const found: FoundStep[] = [];
  for (const id of nodeIds) {
    const one = findStep(flow, id);
    if (!one.ok) return one;
    found.push(one);
  }
  const first = found[0]!;
  const neighbours = found.every(
    ({ list, index }, at) => list.join(' ') === first.list.join(' ') && index === first.index + at,
  );
  if (!neighbours) return refuse('NOT_NEIGHBOURS');
  const made = newSteps(flow, [step], newId);
  if (!made.ok) return made;
  const container = made.steps[0]!;
  const inner = innerList(flow, container, branchId);
  if (!inner.ok) return inner;
  const inside = found.map((one) => one.entry);
  const holder = { ...flow, steps: [container] };
  const filled = insertAt(holder, { ok: true, list: inner.keys, index: Infinity }, inside).steps;
  return {
    ok: true,
    flow: changeList(flow, first.list, (steps) => steps.toSpliced(first.index, found.length, ...filled)),
  };
}

/** The list of the new container that receives the steps. */
function innerList(flow: Flow, container: Step, branchId: string | undefined): { ok: true; keys: Keys } | Refusal {
  if (container.type === 'condition' && branchId !== undefined) {
    return findBranch({ ...flow, steps: [container] }, container.id!, branchId);
  }
  const repeats = container.type === 'retry' || container.type === 'loop';
  return repeats && branchId === undefined ? { ok: true, keys: ['steps', 0, 'steps'] } : refuse('NOT_A_CONTAINER');
}

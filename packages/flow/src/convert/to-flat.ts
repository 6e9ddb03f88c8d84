import { isFlat } from '../definition/flat.ts';
import type { Flow } from '../definition/flow.ts';
import { branchMeans } from '../conditions/logic.ts';
import type { Branch, ConditionStep, Step, Steps } from '../steps/step.ts';
import { differencesBetween } from '../edit/history/difference.ts';
import { readFlow } from '../validate/import.ts';
import { toNested } from './to-nested.ts';

/**
 * Converts a nested flow to an equivalent flat one, which converts back without a difference (EDT3). Undefined if there is none: a flat
 * branch cannot contain a condition. A flat flow is returned unchanged. Steps need ids.
 */
export function toFlat(flow: Flow): Flow | undefined {
  if (isFlat(flow) || !flow.steps.some(hasBranches)) return flow;
  const steps = flow.steps.flatMap((step, index): Step[] => {
    if (!hasBranches(step)) return [linked(step, flow.steps[index + 1])];
    const lanes = step.branches.map(({ id, steps = [] }) => laneOf(steps, id));
    // Flat rule 6: a condition links to its paid branch, where it has one.
    const paid = lanes.find((_, branch) => branchMeans(step.branches[branch]!, 'paid'));
    const flat = { ...step, branches: step.branches.map(withoutSteps) };
    return [linked(flat, (paid ?? lanes.flat())[0]), ...lanes.flat()];
  });
  const flat = { ...flow, steps };
  const back = readFlow(flat).ok ? toNested(flat) : undefined;
  return back?.ok && differencesBetween(flow, back.flow).length === 0 ? flat : undefined;
}

const hasBranches = (step: Step): step is ConditionStep & { branches: readonly Branch[] } =>
  step.type === 'condition' && step.branches !== undefined;

/** The steps of a branch as entries of the root list. */
const laneOf = (steps: Steps, parentId: string): Step[] =>
  steps.map((step, index) => linked({ ...step, parentId }, steps[index + 1]));

function withoutSteps({ steps: _steps, ...branch }: Branch): Branch {
  return branch;
}

const linked = (step: Step, next: Step | undefined): Step =>
  next?.id === undefined || step.type === 'end' ? step : { ...step, nextId: next.id };

import { isFlat } from '../definition/flat.ts';
import type { Flow } from '../definition/flow.ts';
import type { Branch, ConditionStep, Step, Steps } from '../definition/step.ts';
import { differencesBetween } from '../edit/history/difference.ts';
import { readFlow } from '../definition/import.ts';
import { toNested } from './to-nested.ts';

/**
 * Writes a nested flow as an equivalent flat one, which is nested again without a difference (EDT3). Undefined if there is none: the
 * flat format has no place for a condition inside a branch. A flat flow comes back as it is. Steps need ids.
 */
export function toFlat(flow: Flow): Flow | undefined {
  if (isFlat(flow) || !flow.steps.some(hasBranches)) return flow;
  const steps = flow.steps.flatMap((step, index): Step[] => {
    if (!hasBranches(step)) return [linked(step, flow.steps[index + 1])];
    const lanes = step.branches.flatMap(({ id, steps = [] }) => laneOf(steps, id));
    return [linked({ ...step, branches: step.branches.map(withoutSteps) }, lanes[0]), ...lanes];
  });
  const flat = { ...flow, steps };
  const back = readFlow(flat).ok ? toNested(flat) : undefined;
  return back?.ok && differencesBetween(flow, back.flow).length === 0 ? flat : undefined;
}

const hasBranches = (step: Step): step is ConditionStep & { branches: readonly Branch[] } =>
  step.type === 'condition' && step.branches !== undefined;

/** The steps of a branch as the root list has them. */
const laneOf = (steps: Steps, parentId: string): Step[] =>
  steps.map((step, index) => linked({ ...step, parentId }, steps[index + 1]));

function withoutSteps({ steps: _steps, ...branch }: Branch): Branch {
  return branch;
}

const linked = (step: Step, next: Step | undefined): Step =>
  next?.id === undefined || step.type === 'end' ? step : { ...step, nextId: next.id };

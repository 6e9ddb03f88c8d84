import { isRaw } from '../members/raw.ts';
import type { Flow } from './flow.ts';
import type { NestedList, Step, Steps } from '../steps/step.ts';
import { nestedLists } from './walk.ts';

/** A step with each nested list replaced by `change`; the step itself if nothing changed. Members keep their order. */
export function withLists(step: Step, change: (list: NestedList) => Steps): Step {
  let result: Record<string, unknown> | undefined;
  for (const list of nestedLists(step)) {
    const steps = change(list);
    if (steps === list.steps) continue;
    result ??= { ...step };
    const branch = /^branches\[(\d+)\]/.exec(list.member);
    if (!branch) result[list.member] = steps;
    else {
      const branches = result['branches'] as readonly unknown[];
      result['branches'] = branches.map((entry, index) =>
        index === Number(branch[1]) ? { ...list.branch, steps } : entry,
      );
    }
  }
  return result === undefined ? step : (result as Step);
}

/** Applies `change` to every step of a list and of nested lists, parents before children; returns the list itself if nothing changed. */
export function mapSteps(steps: Steps, change: (step: Step) => Step): Steps {
  const mapped = steps.map((step) =>
    isRaw(step) ? withLists(change(step), (list) => mapSteps(list.steps, change)) : step,
  );
  return mapped.every((step, index) => step === steps[index]) ? steps : mapped;
}

/** Applies `change` to every step of a flow, parents before children; returns the flow itself if nothing changed. */
export function mapFlow(flow: Flow, change: (step: Step) => Step): Flow {
  const steps = Array.isArray(flow.steps) ? mapSteps(flow.steps, change) : flow.steps;
  return steps === flow.steps ? flow : { ...flow, steps };
}

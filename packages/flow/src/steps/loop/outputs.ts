import type { LoopStep, NestedList } from '../../definition/step.ts';

/** The nested list of a loop: the repeated steps. */
export function loopOutputs(step: LoopStep): readonly NestedList[] {
  return Array.isArray(step.steps) ? [{ member: 'steps', steps: step.steps }] : [];
}

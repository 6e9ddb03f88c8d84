import type { LoopStep } from '../../definition/step.ts';
import type { NestedList } from '../../definition/walk.ts';

/** The nested list of a loop: what it repeats. */
export function loopOutputs(step: LoopStep): readonly NestedList[] {
  return Array.isArray(step.steps) ? [{ member: 'steps', steps: step.steps }] : [];
}

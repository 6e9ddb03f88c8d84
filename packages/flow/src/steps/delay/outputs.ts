import type { DelayStep, NestedList } from '../../definition/step.ts';

/** The nested list of a delay: it runs after the wait, before the next sibling. */
export function delayOutputs(step: DelayStep): readonly NestedList[] {
  return Array.isArray(step.onNext) ? [{ member: 'onNext', steps: step.onNext }] : [];
}

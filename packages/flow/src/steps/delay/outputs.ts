import type { DelayStep, NestedList } from '../../definition/step.ts';

/** The nested lists of a delay: what runs when the wait is over, before the next sibling. */
export function delayOutputs(step: DelayStep): readonly NestedList[] {
  return Array.isArray(step.onNext) ? [{ member: 'onNext', steps: step.onNext }] : [];
}

import type { NestedList, RetryStep } from '../../definition/step.ts';

/** The nested list of a retry: the repeated steps. */
export function retryOutputs(step: RetryStep): readonly NestedList[] {
  return Array.isArray(step.steps) ? [{ member: 'steps', steps: step.steps }] : [];
}

import type { RetryStep } from '../../definition/step.ts';
import type { NestedList } from '../../definition/walk.ts';

/** The nested list of a retry: what it repeats. */
export function retryOutputs(step: RetryStep): readonly NestedList[] {
  return Array.isArray(step.steps) ? [{ member: 'steps', steps: step.steps }] : [];
}

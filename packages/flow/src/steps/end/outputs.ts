import type { NestedList } from '../../definition/step.ts';

/** Nothing comes after an end. */
export function endOutputs(): readonly NestedList[] {
  return [];
}

import type { NestedList } from '../../definition/step.ts';

/** An end has no nested lists. */
export function endOutputs(): readonly NestedList[] {
  return [];
}

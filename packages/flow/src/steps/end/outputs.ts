import type { NestedList } from '../../definition/walk.ts';

/** Nothing comes after an end. */
export function endOutputs(): readonly NestedList[] {
  return [];
}

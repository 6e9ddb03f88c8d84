import { keysOfPath } from '../validate/issue.ts';
import type { Key } from '../validate/report.ts';

// A step without an id of its own, or with that of another, is named by its place: `@steps[1]`. A branch likewise: `@branches[0]`. An id
// that reads like a path always names the value at that path.

/** The id of the value at a path. */
export const placeId = (path: string): string => `@${path}`;

const ofStep = /^@steps\[\d+\](?:\.|$)/;
const ofBranch = /^@branches\[(\d+)\]$/;

/** Whether an id reads like a place. */
export const isPlaceId = (id: string): boolean => ofStep.test(id) || ofBranch.test(id);

/** The keys that such an id of a step leads to; undefined for any other id. */
export const keysOfPlaceId = (id: string): readonly Key[] | undefined =>
  ofStep.test(id) ? keysOfPath(id.slice(1)) : undefined;

/** The index that such an id of a branch names; undefined for any other id. */
export function indexOfPlaceId(id: string): number | undefined {
  const index = ofBranch.exec(id)?.[1];
  return index === undefined ? undefined : Number(index);
}

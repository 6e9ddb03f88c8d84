import { keysOfPath } from '../validate/issue.ts';
import type { Key } from '../members/report.ts';

// A step without an id, or with another step's id, is identified by its position: `@steps[1]`; likewise a branch: `@branches[0]`. An id in
// this form always means the value at that path.

/** The id for the value at a path. */
export const placeId = (path: string): string => `@${path}`;

const ofStep = /^@steps\[\d+\](?:\.|$)/;
const ofBranch = /^@branches\[(\d+)\]$/;

/** Whether an id has the form of a position. */
export const isPlaceId = (id: string): boolean => ofStep.test(id) || ofBranch.test(id);

/** The keys in a step's position id; undefined for any other id. */
export const keysOfPlaceId = (id: string): readonly Key[] | undefined =>
  ofStep.test(id) ? keysOfPath(id.slice(1)) : undefined;

/** The index in a branch's position id; undefined for any other id. */
export function indexOfPlaceId(id: string): number | undefined {
  const index = ofBranch.exec(id)?.[1];
  return index === undefined ? undefined : Number(index);
}

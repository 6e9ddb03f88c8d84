import type { Steps } from '../definition/step.ts';
import type { Raw } from '../validate/report.ts';

/**
 * Reads a step of a kind out of any object: every member that views look at has its type, what is not known stays. `readList` reads a
 * nested list and what is in it, undefined if it is none; `idIn` returns the id, or the path's id if it is invalid or in use.
 * Undefined if the object is no step of the kind; the object itself if nothing is wrong.
 */
export type ReadStep = (
  step: Raw,
  readList: (value: unknown, member: string) => Steps | undefined,
  idIn: (id: unknown, member: string, usedIds: Set<string>) => string,
) => Raw | undefined;

import type { Steps } from './step.ts';
import type { Raw } from '../members/report.ts';

/**
 * Reads a step of a kind from any object: every member that views read gets its type, unknown members are kept. `readList` reads a nested
 * list with its steps, undefined if it is not a list. `idIn` returns the id, or the id of the position if the id is invalid or in use.
 * Undefined if the object is not a step of the kind; the object itself if it is valid.
 */
export type ReadStep = (
  step: Raw,
  readList: (value: unknown, member: string) => Steps | undefined,
  idIn: (id: unknown, member: string, usedIds: Set<string>) => string,
) => Raw | undefined;

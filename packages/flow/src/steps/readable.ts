import type { StepType, Steps } from '../definition/step.ts';
import type { Raw } from '../validate/report.ts';
import { readAction } from './action/readable.ts';
import { readCondition } from './condition/readable.ts';
import { readDelay } from './delay/readable.ts';
import { readEnd } from './end/readable.ts';
import { readLoop } from './loop/readable.ts';
import { readRetry } from './retry/readable.ts';

/**
 * Reads a step of a kind out of any object: every member that views look at has its type, what is not known stays. `readList` reads a
 * nested list and what is in it, undefined where it is none; `idIn` answers an id, or where it is none or taken, that of its place.
 * Undefined where the object is no step of the kind; the object itself where nothing is wrong.
 */
export type ReadStep = (
  step: Raw,
  readList: (value: unknown, member: string) => Steps | undefined,
  idIn: (id: unknown, member: string, taken: Set<string>) => string,
) => Raw | undefined;

const readers = {
  delay: readDelay,
  condition: readCondition,
  action: readAction,
  retry: readRetry,
  loop: readLoop,
  end: readEnd,
} as const satisfies Record<StepType, ReadStep>;

const byType: ReadonlyMap<unknown, ReadStep> = new Map(Object.entries(readers));

/** How a step of a kind is read; undefined where `type` names none. */
export const stepReaderOf = (type: unknown): ReadStep | undefined => byType.get(type);

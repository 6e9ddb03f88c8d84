import type { StepType } from './step.ts';
import { readAction } from './action/readable.ts';
import { readCondition } from './condition/readable.ts';
import { readDelay } from './delay/readable.ts';
import { readEnd } from './end/readable.ts';
import { readLoop } from './loop/readable.ts';
import type { ReadStep } from './read-step.ts';
import { readRetry } from './retry/readable.ts';

const readers = {
  delay: readDelay,
  condition: readCondition,
  action: readAction,
  retry: readRetry,
  loop: readLoop,
  end: readEnd,
} as const satisfies Record<StepType, ReadStep>;

const byType: ReadonlyMap<unknown, ReadStep> = new Map(Object.entries(readers));

/** The reader for a step's `type`; undefined if it is unknown. */
export const stepReaderOf = (type: unknown): ReadStep | undefined => byType.get(type);

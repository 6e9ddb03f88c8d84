import type { ReadStep } from '../read-step.ts';

/** An end has no members of its own. */
export const readEnd: ReadStep = (step) => step;

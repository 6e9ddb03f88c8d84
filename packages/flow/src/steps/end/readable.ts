import type { ReadStep } from '../read-step.ts';

/** An end has nothing of its own. */
export const readEnd: ReadStep = (step) => step;

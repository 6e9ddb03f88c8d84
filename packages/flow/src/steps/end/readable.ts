import type { ReadStep } from '../readable.ts';

/** An end has nothing of its own. */
export const readEnd: ReadStep = (step) => step;

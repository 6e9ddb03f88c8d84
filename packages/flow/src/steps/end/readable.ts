import type { ReadStep } from '../read-step.ts';

/** Reads an end, which has only the common members. */
export const readEnd: ReadStep = (step) => step;

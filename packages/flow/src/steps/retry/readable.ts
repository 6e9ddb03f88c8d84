import { numberIn, withMembers } from '../../members/readable.ts';
import type { ReadStep } from '../read-step.ts';

/** Reads a retry; steps that are not a list become an empty list. */
export const readRetry: ReadStep = (step, readList) =>
  withMembers(step, {
    maxAttempts: numberIn(step.maxAttempts),
    delayBetweenAttempts: numberIn(step.delayBetweenAttempts),
    steps: readList(step.steps, 'steps') ?? [],
  });

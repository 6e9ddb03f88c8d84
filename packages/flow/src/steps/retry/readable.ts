import { numberIn, withMembers } from '../../readable/members.ts';
import type { ReadStep } from '../read-step.ts';

/** A retry; around nothing if its steps are no list. */
export const readRetry: ReadStep = (step, readList) =>
  withMembers(step, {
    maxAttempts: numberIn(step.maxAttempts),
    delayBetweenAttempts: numberIn(step.delayBetweenAttempts),
    steps: readList(step.steps, 'steps') ?? [],
  });

import { readableRule } from '../../conditions/readable.ts';
import { booleanIn, numberIn, withMembers } from '../../members/readable.ts';
import type { ReadStep } from '../read-step.ts';

/** Reads a loop; steps that are not a list become an empty list. */
export const readLoop: ReadStep = (step, readList) =>
  withMembers(step, {
    maxIterations: numberIn(step.maxIterations),
    stopOnError: booleanIn(step.stopOnError),
    condition: step.condition === undefined ? undefined : readableRule(step.condition),
    steps: readList(step.steps, 'steps') ?? [],
  });

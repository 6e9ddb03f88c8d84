import { numberIn, withMembers } from '../../members/readable.ts';
import type { ReadStep } from '../read-step.ts';

/** Reads a delay; minutes that are not a number become 0. */
export const readDelay: ReadStep = (step, readList) =>
  withMembers(step, { minutes: numberIn(step.minutes) ?? 0, onNext: readList(step.onNext, 'onNext') });

import { numberIn, withMembers } from '../../readable/members.ts';
import type { ReadStep } from '../read-step.ts';

/** A wait; of no time where its minutes are no number. */
export const readDelay: ReadStep = (step, readList) =>
  withMembers(step, { minutes: numberIn(step.minutes) ?? 0, onNext: readList(step.onNext, 'onNext') });

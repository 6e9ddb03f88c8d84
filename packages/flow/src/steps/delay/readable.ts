import { booleanIn, listIn, numberIn, objectIn, textOr, withMembers } from '../../members/readable.ts';
import type { Raw } from '../../members/report.ts';
import type { ReadStep } from '../read-step.ts';

/** Reads a delay; minutes that are not a number become 0. */
export const readDelay: ReadStep = (step, readList) =>
  withMembers(step, {
    minutes: numberIn(step.minutes) ?? 0,
    until: objectIn(step.until, readUntil),
    businessHours: booleanIn(step.businessHours),
    onNext: readList(step.onNext, 'onNext'),
  });

/** The members of `until` that have the right types. */
export const readUntil = (until: Raw): Raw =>
  withMembers(until, {
    time: textOr(until.time, ''),
    days: listIn(until.days, (day) => numberIn(day) ?? 0),
    atLeast: numberIn(until.atLeast),
    nextDay: booleanIn(until.nextDay),
  });

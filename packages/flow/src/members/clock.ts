import { required, scalar, text, type ValueIssue } from './member.ts';
import { integerIssue, invalidValue } from './value-issues.ts';

const timePattern = '^(?:[01]\\d|2[0-3]):[0-5]\\d$';
const isTime = new RegExp(timePattern);

/** A time of day, `HH:mm`. */
export const timeOfDay = required(
  text(
    { pattern: timePattern, examples: ['21:00'] },
    { format: (value) => (isTime.test(value) ? undefined : invalidValue(value, ['00:00 – 23:59'])) },
  ),
);

/** A day of the week, 0 (Sunday) to 6; the number in a text is not suggested, since an entry has no name. */
export const weekday = scalar<number>((value): ValueIssue | undefined => integerIssue(value, 0, 6), {
  type: 'integer',
  minimum: 0,
  maximum: 6,
});

/** The minutes since midnight of an `HH:mm`. */
export function minutesOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

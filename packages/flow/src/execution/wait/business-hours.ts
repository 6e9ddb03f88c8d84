import { minutesOfDay } from '../../members/clock.ts';
import { instantOf, localTime, weekdayOf } from '../zone.ts';
import { isNationalHoliday } from './national-holidays.ts';

/** The hours of a store: `HH:mm`, `from` before `to`, on these weekdays (0 is Sunday, at least one) that are no national holiday. */
export type BusinessHours = { readonly from: string; readonly to: string; readonly days: readonly number[] };

/** The business hours of a store that chose none. */
export const defaultBusinessHours: BusinessHours = { from: '08:00', to: '18:00', days: [1, 2, 3, 4, 5] };

/** The longest search, in days: a weekday is a holiday at most twice in a row. */
const searched = 35;

/** The first instant from `now` on within the business hours; `to` itself is outside. Milliseconds. */
export function nextBusinessInstant({ from, to, days }: BusinessHours, now: number, timeZone: string): number {
  const today = localTime(now, timeZone).day;
  for (let day = today; day <= today + searched; day++) {
    if (!days.includes(weekdayOf(day)) || isNationalHoliday(day)) continue;
    if (now >= instantOf({ day, minutes: minutesOfDay(to) }, timeZone)) continue;
    return Math.max(now, instantOf({ day, minutes: minutesOfDay(from) }, timeZone));
  }
  return now;
}

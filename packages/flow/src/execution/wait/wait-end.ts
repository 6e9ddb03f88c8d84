import { minutesOfDay } from '../../members/clock.ts';
import type { DelayStep } from '../../steps/step.ts';
import { instantOf, localTime, weekdayOf } from '../zone.ts';
import { nextBusinessInstant, type BusinessHours } from './business-hours.ts';

/** What a delay says of its end. */
export type WaitRule = Pick<DelayStep, 'minutes' | 'until' | 'businessHours'>;

/** The settings of a store that decide when a wait ends. */
export type StoreClock = { readonly timeZone: string; readonly businessHours: BusinessHours };

const minute = 60_000;

/** How many days a wait looks for its time within business hours. */
const searched = 35;

/**
 * RUN22: the instant at which a wait that begins at `now` ends, always after it. Without `until` it is `minutes` later; with it, the next
 * such time of day that is at least `atLeast` minutes away. In business hours only: the next such time within them or, if there is none,
 * their next beginning. Milliseconds.
 */
export function waitEnd({ minutes, until, businessHours = false }: WaitRule, now: number, clock: StoreClock): number {
  const { timeZone, businessHours: hours } = clock;
  const opening = (at: number): number => nextBusinessInstant(hours, at, timeZone);
  if (!until) {
    const end = now + minutes * minute;
    return businessHours ? opening(end) : end;
  }
  let first: number | undefined;
  for (const at of clockTimes(until, now, timeZone)) {
    if (!businessHours || opening(at) === at) return at;
    first ??= at;
  }
  return first === undefined ? now + minutes * minute : opening(first);
}

/** The instants in the next weeks that `until` names, in order. */
function* clockTimes(until: NonNullable<WaitRule['until']>, now: number, timeZone: string): Generator<number> {
  const { time, days, atLeast = 0, nextDay = false } = until;
  const earliest = now + atLeast * minute;
  const start = Math.max(localTime(earliest, timeZone).day, localTime(now, timeZone).day + (nextDay ? 1 : 0));
  for (let day = start; day <= start + searched; day++) {
    if (days && !days.includes(weekdayOf(day))) continue;
    const at = instantOf({ day, minutes: minutesOfDay(time) }, timeZone);
    if (at > now && at >= earliest) yield at;
  }
}

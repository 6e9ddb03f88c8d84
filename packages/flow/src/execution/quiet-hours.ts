import type { QuietHours } from '../definition/flow.ts';
import { minutesOfDay } from '../members/clock.ts';
import { zonedParts } from './zone.ts';

const minute = 60_000;
const day = 24 * 60;

/**
 * RUN18: the first instant from `now` on at which sending is allowed. All in milliseconds. Quiet hours that never end (from equal to `to`,
 * every day) count as none.
 */
export function nextOpening(quiet: QuietHours, now: number, timeZone: string): number {
  let instant = now;
  // Each round skips one quiet period; if eight adjoin, they never end.
  for (let round = 0; round <= 8; round++) {
    const left = minutesLeft(quiet, instant, timeZone);
    if (left === 0) return instant;
    instant = Math.floor(instant / minute) * minute + left * minute;
  }
  return now;
}

/** The first instant after `now`, which is not quiet, at which quiet hours begin. In milliseconds; Infinity: they never do. */
export function nextClosing({ from, days }: QuietHours, now: number, timeZone: string): number {
  const { weekday, minutes } = zonedParts(now, timeZone);
  for (let later = 0; later <= 7; later++) {
    const left = later * day + minutesOfDay(from) - minutes;
    if (left > 0 && (days?.includes((weekday + later) % 7) ?? true))
      return Math.floor(now / minute) * minute + left * minute;
  }
  return Infinity;
}

/** The minutes until the current quiet period ends; 0 outside of one. */
function minutesLeft({ from, to, days }: QuietHours, instant: number, timeZone: string): number {
  const { weekday, minutes } = zonedParts(instant, timeZone);
  const [start, end] = [minutesOfDay(from), minutesOfDay(to)];
  const begins = (on: number): boolean => days?.includes((on + 7) % 7) ?? true;
  if (start < end) return begins(weekday) && minutes >= start && minutes < end ? end - minutes : 0;
  if (begins(weekday) && minutes >= start) return end + day - minutes;
  return begins(weekday - 1) && minutes < end ? end - minutes : 0;
}

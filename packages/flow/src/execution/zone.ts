import { zoneFormatters } from '../metatags/render/zone-formatters.ts';

const minute = 60_000;
const dayMs = 24 * 60 * minute;

/** A wall-clock time of a zone. `day`: days since 1 January 1970 in the zone's calendar; `minutes` since midnight. */
export type LocalTime = { day: number; minutes: number };

/** The wall-clock time of an instant in an IANA zone; an invalid zone counts as the default. */
export function localTime(instant: number, timeZone: string): LocalTime {
  const local = instant + offsetAt(instant, timeZone);
  const day = Math.floor(local / dayMs);
  return { day, minutes: Math.floor((local - day * dayMs) / minute) };
}

/** The weekday of a local day, 0 is Sunday: 1 January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The weekday (0 is Sunday) and the minutes since midnight of an instant in an IANA zone; an invalid zone counts as the default. */
export function zonedParts(instant: number, timeZone: string): { weekday: number; minutes: number } {
  const { day, minutes } = localTime(instant, timeZone);
  return { weekday: weekdayOf(day), minutes };
}

/**
 * The instant of a wall-clock time. As in Temporal's `compatible`: of a time that comes twice, because the clock is set back, the first; a
 * time that is left out, because it is set forward, is as much later.
 */
export function instantOf({ day, minutes }: LocalTime, timeZone: string): number {
  const local = day * dayMs + minutes * minute;
  const before = offsetAt(local - dayMs, timeZone);
  const after = offsetAt(local + dayMs, timeZone);
  const first = local - Math.max(before, after);
  if (before === after || offsetAt(first, timeZone) === Math.max(before, after)) return first;
  const second = local - Math.min(before, after);
  return offsetAt(second, timeZone) === Math.min(before, after) ? second : local - before;
}

/** Clocks are set forward or back at a quarter of an hour, so the offset of one is that of its beginning. */
const slot = 15 * minute;

/** The offsets of the quarters asked for lately, by zone: asking Intl costs a hundred times a look-up. */
const known = new Map<string, Map<number, number>>();

/** The most remembered quarters of a zone, and the most zones. */
const [mostSlots, mostZones] = [20_000, 100];

/** How far the clock of a zone is ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  let offsets = known.get(timeZone);
  if (!offsets) {
    if (known.size >= mostZones) known.clear();
    known.set(timeZone, (offsets = new Map<number, number>()));
  }
  const begin = Math.floor(instant / slot) * slot;
  let offset = offsets.get(begin);
  if (offset === undefined) {
    if (offsets.size >= mostSlots) offsets.clear();
    offsets.set(begin, (offset = readOffset(begin, timeZone)));
  }
  return offset;
}

function readOffset(instant: number, timeZone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(instant)) part[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute: minutes = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minutes, second) - instant;
}

const clockOf = zoneFormatters('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

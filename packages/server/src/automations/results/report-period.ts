// The period of a report and the one before it, as edges between buckets: hours of one day, or days. All pure.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The most days that a period has: with the one before, the figures read twice as many. */
export const maxPeriodDays = 92;

/** A period by its first and last day (`2026-03-10`) in the store's time zone. */
export type Days = { readonly from: string; readonly to: string };

/**
 * Instants in milliseconds, ascending: bucket `i` is from `edges[i]` and before `edges[i + 1]`. `from` and `to`: its first and last day.
 */
export type BucketSpan = Days & { readonly edges: readonly number[] };

/** A period and the one before, which has as many buckets. `isCut`: it ends now, and the one before at the same hour of its last day. */
export type ReportPeriod = {
  readonly unit: 'hour' | 'day';
  readonly isCut: boolean;
  readonly current: BucketSpan;
  readonly before: BucketSpan;
};

/** The last `count` days, today included. */
export function lastDays(count: number, now: number, timeZone: string): Days {
  const to = dateAt(now, timeZone);
  return { from: shifted(to, 1 - count), to };
}

/** The instant at which the last `count` days began, today included: the midnight of the first one. */
export const startOfLastDays = (count: number, now: number, timeZone: string): number =>
  startOf(lastDays(count, now, timeZone).from, timeZone);

/** Whether days form a period: in order, not in the future, and not too many. */
export function isPeriod({ from, to }: Days, now: number, timeZone: string): boolean {
  const days = daysFrom(from, to);
  return days >= 1 && days <= maxPeriodDays && to <= dateAt(now, timeZone);
}

/** The buckets of a period and of the one before. A single day has hours, and is compared with the same weekday of the week before. */
export function reportPeriod({ from, to }: Days, now: number, timeZone: string): ReportPeriod {
  const count = daysFrom(from, to);
  const end = Math.min(now + 1, startOf(shifted(to, 1), timeZone));
  const isCut = end === now + 1;
  const back = count === 1 ? 7 : count;
  const beforeTo = shifted(to, -back);
  const sinceMidnight = end - startOf(to, timeZone);
  const beforeEnd = isCut ? startOf(beforeTo, timeZone) + sinceMidnight : startOf(shifted(beforeTo, 1), timeZone);
  const edgesOf = (days: Days, end: number): number[] =>
    count === 1 ? hourEdges(startOf(days.from, timeZone), end) : dayEdges(days, end, timeZone);
  const [current, before] = [
    { from, to },
    { from: shifted(from, -back), to: beforeTo },
  ];
  return {
    unit: count === 1 ? 'hour' : 'day',
    isCut,
    current: { ...current, edges: edgesOf(current, end) },
    before: { ...before, edges: edgesOf(before, beforeEnd) },
  };
}

const hourEdges = (start: number, end: number): number[] => [
  ...Array.from({ length: Math.ceil((end - start) / hourMs) }, (_, hour) => start + hour * hourMs),
  end,
];

const dayEdges = ({ from, to }: Days, end: number, timeZone: string): number[] => [
  ...Array.from({ length: daysFrom(from, to) }, (_, day) => startOf(shifted(from, day), timeZone)),
  end,
];

const dateAt = (at: number, timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);

const shifted = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The number of days from one to another, both included. */
const daysFrom = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs + 1;

/** The midnight of a day in a time zone; where the clock skips it, the first instant after. */
function startOf(date: string, timeZone: string): number {
  const wall = Date.parse(`${date}T00:00:00Z`);
  const guess = wall - offsetAt(wall, timeZone);
  // The clock may change between the guess and midnight.
  const other = wall - offsetAt(guess, timeZone);
  const earlier = Math.min(guess, other);
  return dateAt(earlier, timeZone) === date ? earlier : Math.max(guess, other);
}

/** How far the clock of a zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return Date.parse(`${clock.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}

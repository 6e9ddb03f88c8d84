const dayMs = 24 * 60 * 60_000;

/** The instant at which a day (2026-11-27) begins in an IANA zone, as ISO text. */
export function dayStart(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Twice: the first guess may lie on the other side of a change of the clocks.
  const guess = utc - aheadOf(utc, timeZone);
  return new Date(utc - aheadOf(guess, timeZone)).toISOString();
}

/** The instant at which a day ends in an IANA zone: the next one begins. */
export const dayEnd = (day: string, timeZone: string): string =>
  dayStart(new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10), timeZone);

/** By how many milliseconds the clock of a zone is ahead of UTC at an instant. */
function aheadOf(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - at;
}

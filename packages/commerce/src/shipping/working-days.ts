/** A day as `2026-12-03`. */
export type Day = string;

const dayMs = 86_400_000;
const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (instant: number): Day => new Date(instant).toISOString().slice(0, 10);

/** COM31: the day that is `days` working days after `from`; `from` itself does not count. Saturdays, Sundays and holidays are skipped. */
export function addWorkingDays(from: Day, days: number, isHoliday: (day: Day) => boolean): Day {
  let at = instantOf(from);
  for (let left = days; left > 0;) {
    at += dayMs;
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !isHoliday(dayOf(at))) left--;
  }
  return dayOf(at);
}

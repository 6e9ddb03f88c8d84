import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays';
import { addWorkingDays } from '@retoma/commerce';

/** The national holidays of a year, as `2026-12-25`. */
const holidays = new Map<number, ReadonlySet<string>>();

const two = (number: number): string => String(number).padStart(2, '0');

/** The library gives local midnights, and also holidays of some states and optional ones, which are working days for carriers. */
function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidays.get(year);
  if (known) return known;
  const days = getHolidays(year)
    .filter(({ type }) => type === 'national')
    .map(({ date }) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`);
  const set = new Set(days);
  holidays.set(year, set);
  return set;
}

const isHoliday = (day: string): boolean => holidaysOf(Number(day.slice(0, 4))).has(day);

/**
 * COM31: the day, as `2026-12-03`, that is `days` working days after a payment at `now` (milliseconds since 1970) in the store's time
 * zone; null if the days are unknown.
 */
export function deliveryDay(days: number | null, now: number, timeZone: string): string | null {
  if (days === null) return null;
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);
  return addWorkingDays(today, days, isHoliday);
}

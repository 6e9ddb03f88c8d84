const dayMs = 24 * 60 * 60_000;

/** Month and day of Brazil's national holidays (Leis 662/1949, 6.802/1980, 14.759/2023). */
const fixed = new Set(['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']);

/** Whether a local day (days since 1 January 1970) is a national holiday of Brazil. Carnival and Corpus Christi are none by law. */
export function isNationalHoliday(day: number): boolean {
  const date = new Date(day * dayMs);
  if (fixed.has(date.toISOString().slice(5, 10))) return true;
  // Good Friday is two days before Easter.
  return day === easterOf(date.getUTCFullYear()) - 2;
}

/** Easter Sunday of a year as a local day (Meeus, Jones and Butcher). */
function easterOf(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const date = (h + l - 7 * m + 33 * month + 19) % 32;
  return Date.UTC(year, month - 1, date) / dayMs;
}

const day = 86_400_000;
const start = Date.UTC(1997, 9, 7);
/** On 2025-02-22 the factor, at its end with 9999, began again at 1000. */
const cycle = 9_000;

/**
 * The due date of a factor as `2026-03-15`: of its two readings, before and after the restart, the one nearest to `today`
 * (a date as well). Undefined for 0000, which means none. A factor below 1000 has one reading.
 */
export function dueDateOf(factor: number, today: string): string | undefined {
  if (factor === 0) return undefined;
  const first = start + factor * day;
  const second = first + cycle * day;
  const now = Date.parse(`${today}T00:00:00Z`);
  const restarted = factor >= 1_000 && Math.abs(second - now) < Math.abs(first - now);
  return new Date(restarted ? second : first).toISOString().slice(0, 10);
}

/** The due factor of a date from 2000-07-03 to 2049-10-13, four digits; undefined for any other text. */
export function dueFactorOf(date: string): number | undefined {
  const days = (Date.parse(`${date}T00:00:00Z`) - start) / day;
  if (!Number.isInteger(days) || days < 1_000 || days >= 1_000 + 2 * cycle) return undefined;
  return 1_000 + ((days - 1_000) % cycle);
}

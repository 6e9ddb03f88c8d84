const day = 86_400_000;
const start = Date.UTC(1997, 9, 7);
/** The factor reached its maximum 9999 and restarted at 1000 on 2025-02-22. */
const cycle = 9_000;

/**
 * The due date of a factor, as `2026-03-15`. A factor from 1000 stands for two dates, before and after the restart; the one nearer to
 * `today` (also a date) is returned. A factor below 1000 stands for one date. Undefined for 0000, which means no due date.
 */
export function dueDateOf(factor: number, today: string): string | undefined {
  if (factor === 0) return undefined;
  const first = start + factor * day;
  const second = first + cycle * day;
  const now = Date.parse(`${today}T00:00:00Z`);
  const restarted = factor >= 1_000 && Math.abs(second - now) < Math.abs(first - now);
  return new Date(restarted ? second : first).toISOString().slice(0, 10);
}

/** The four-digit due factor of a date from 2000-07-03 to 2049-10-13; undefined for any other text. */
export function dueFactorOf(date: string): number | undefined {
  const days = (Date.parse(`${date}T00:00:00Z`) - start) / day;
  if (!Number.isInteger(days) || days < 1_000 || days >= 1_000 + 2 * cycle) return undefined;
  return 1_000 + ((days - 1_000) % cycle);
}

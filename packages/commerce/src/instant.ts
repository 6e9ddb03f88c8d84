const iso = /^(2\d{3})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Whether `value` is an instant in ISO 8601 with an offset (`2026-03-12T17:05:00Z`), in the years 2000 to 2999. */
export function isInstant(value: string): boolean {
  const [, year, month, day] = iso.exec(value) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(value))) return false;
  // Date.parse turns 31 February into a day in March.
  return new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
}

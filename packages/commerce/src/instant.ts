const iso = /^(2\d{3})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/;

/**
 * Whether `value` is an instant in ISO 8601 with an offset (`2026-03-12T17:05:00Z`), in the years 2000 to 2999. The offset may be in the
 * basic format (`-0300`, `-03`), and the letters small.
 */
export function isInstant(value: string): boolean {
  const [, year, month, day] = iso.exec(value) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(asInstant(value)))) return false;
  // Date.parse turns 31 February into a day in March.
  return new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
}

/** An instant in the one format that every reader takes: capital letters, and an offset of hours and minutes with a colon. */
export const asInstant = (instant: string): string =>
  instant.toUpperCase().replace(/([+-]\d\d):?(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);

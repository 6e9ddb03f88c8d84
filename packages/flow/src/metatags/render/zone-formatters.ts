/** The time zone of a store without a chosen one (TAG1). */
export const defaultTimeZone = 'America/Sao_Paulo';

/**
 * Returns a function from an IANA time zone to its formatter; an invalid zone counts as the default. Creating a formatter costs a hundred
 * times its use, so each zone's is created once. Only valid zones are cached: hostile names cannot fill the cache.
 */
export function zoneFormatters(
  locale: string,
  options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
    const cached = made.get(timeZone);
    if (cached) return cached;
    try {
      const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone });
      made.set(timeZone, formatter);
      return formatter;
    } catch {
      return formatterOf(defaultTimeZone);
    }
  };
  return formatterOf;
}

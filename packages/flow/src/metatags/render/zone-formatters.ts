/** The time zone of a store that chose none (TAG1). */
export const defaultTimeZone = 'America/Sao_Paulo';

/**
 * One way to write instants, as a function of the IANA time zone; the default zone's if the name is none. Making a formatter costs
 * a hundred times its use, so each zone's is made once. Only real zones are cached: hostile names cannot fill the cache.
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

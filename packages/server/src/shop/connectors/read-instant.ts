const written = /^(2\d{3}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * CON2: an instant in ISO 8601, as `2026-11-29T08:43:38.000Z`. Undefined: it is no instant, or has no offset and none is documented.
 * `offset`: what the platform documents for texts without one, such as `Z` for a field in GMT, or `-03:00`.
 */
export function readInstant(value: unknown, offset?: 'Z' | `${'+' | '-'}${number}:${number}`): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, day, minute, second = '00', fraction = '0', zone = offset] = written.exec(value.trim()) ?? [];
  if (day === undefined || zone === undefined) return undefined;
  const withColon = zone
    .toUpperCase()
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours: string, rest = '00') => `${hours}:${rest}`);
  const at = Date.parse(`${day}T${minute}:${second}.${fraction.slice(0, 3)}${withColon}`);
  // Date.parse turns 31 February into a day in March.
  const isDay = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
  return Number.isNaN(at) || !isDay ? undefined : new Date(at).toISOString();
}

/** The latest of some instants as `readInstant` writes them; undefined: there is none. */
export const latestInstant = (...instants: readonly (string | undefined)[]): string | undefined =>
  instants
    .filter((instant) => instant !== undefined)
    .sort()
    .at(-1);

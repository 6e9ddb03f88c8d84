const minute = 60_000;
/** A token is replaced this long before it expires. */
const marginMs = 30 * minute;

/** Brasília is three hours behind UTC, without daylight saving time since 2019. */
const offset = '-03:00';

/** Until when a token is used, milliseconds since 1970: `expiraEm` has no offset and is in Brasília's time. Unreadable: ten minutes. */
export function expiryOf(expiraEm: string, now: number): number {
  const at = Date.parse(/[zZ]$|[+-]\d\d:?\d\d$/.test(expiraEm) ? expiraEm : `${expiraEm}${offset}`);
  return Number.isNaN(at) ? now + 10 * minute : at - marginMs;
}

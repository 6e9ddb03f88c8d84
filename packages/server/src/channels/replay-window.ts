import type { ChannelUpdate } from './provider.ts';

/** Providers that could not reach us try again for up to a week; anything older is a replay. */
const oldest = 7 * 24 * 60 * 60_000;
/** By how much the clock of a provider may be ahead. */
const ahead = 10 * 60_000;

/** The updates that are neither stale nor in the future at `now`, milliseconds since 1970. */
export const fresh = (updates: readonly ChannelUpdate[], now: number): readonly ChannelUpdate[] =>
  updates.filter(({ at }) => at >= now - oldest && at <= now + ahead);

/** An instant as a provider reports it, in seconds or milliseconds, as a number or a text; NaN where it is none. */
export function reportedInstant(reported: unknown): number {
  const value = typeof reported === 'string' && /^\d{1,16}$/.test(reported) ? Number(reported) : reported;
  if (typeof value !== 'number' || !(value > 0)) return NaN;
  return value < 100_000_000_000 ? value * 1000 : value;
}

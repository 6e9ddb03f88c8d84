import type { ChannelUpdate } from './provider.ts';

/** Providers that could not reach us try again for up to a week; what they tell later than that was kept by somebody else. */
const oldest = 7 * 24 * 60 * 60_000;
/** By how much the clock of a provider may be ahead. */
const ahead = 10 * 60_000;

/** What of the news is neither stale nor of the future at `now`, milliseconds since 1970. */
export const fresh = (news: readonly ChannelUpdate[], now: number): readonly ChannelUpdate[] =>
  news.filter(({ at }) => at >= now - oldest && at <= now + ahead);

/** An instant that a provider tells, in seconds or milliseconds, as a number or a text; NaN where it is none. */
export function instantOf(told: unknown): number {
  const value = typeof told === 'string' && /^\d{1,16}$/.test(told) ? Number(told) : told;
  if (typeof value !== 'number' || !(value > 0)) return NaN;
  return value < 100_000_000_000 ? value * 1000 : value;
}

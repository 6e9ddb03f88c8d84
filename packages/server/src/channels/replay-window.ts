import type { ChannelUpdate } from './provider.ts';

/** Providers retry a webhook for up to a week; an older update is a replay. In milliseconds. */
const oldest = 7 * 24 * 60 * 60_000;
/** How far a provider's clock may be ahead, in milliseconds. */
const ahead = 10 * 60_000;

/** The updates that are neither too old nor in the future at `now`, milliseconds since 1970. */
export const fresh = (updates: readonly ChannelUpdate[], now: number): readonly ChannelUpdate[] =>
  updates.filter(({ at }) => at >= now - oldest && at <= now + ahead);

/** The instant of a provider's value in seconds or milliseconds, a number or digits, as milliseconds since 1970; NaN if it is invalid. */
export function reportedInstant(reported: unknown): number {
  const value = typeof reported === 'string' && /^\d{1,16}$/.test(reported) ? Number(reported) : reported;
  if (typeof value !== 'number' || !(value > 0)) return NaN;
  return value < 100_000_000_000 ? value * 1000 : value;
}

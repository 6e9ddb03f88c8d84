import { objectIn } from './json.ts';
import { observed } from './observation.ts';
import type { ChannelUpdate } from './provider.ts';

/** Providers retry a webhook for up to a week; an older update is a replay. In milliseconds. */
const oldestMs = 7 * 24 * 60 * 60_000;
/** How far a provider's clock may be ahead, in milliseconds. */
const aheadMs = 10 * 60_000;

/**
 * The updates that are neither too old nor in the future at `now`, milliseconds since 1970. The others are observed as `wrong_time`, and
 * have no effect. Only a status in the future counts, as of now: its order among others does not depend on the clock of its server.
 */
export const fresh = (updates: readonly ChannelUpdate[], now: number): readonly ChannelUpdate[] =>
  updates.flatMap((update) => {
    if (update.kind === 'observation') return update;
    const why = wrongTime(update.at, now);
    if (why === null) return update;
    const observation = observed('wrong_time', `${update.kind}-${why}`);
    return why === 'ahead' && update.kind === 'status' ? [{ ...update, at: now }, observation] : observation;
  });

function wrongTime(at: number, now: number): 'absent' | 'old' | 'ahead' | null {
  if (Number.isNaN(at)) return 'absent';
  if (at < now - oldestMs) return 'old';
  return at > now + aheadMs ? 'ahead' : null;
}

/** The instant of a provider's value in seconds or milliseconds, a number or digits, as milliseconds since 1970; NaN if it is invalid. */
export function reportedInstant(reported: unknown): number {
  // JSON of the 64-bit integers of protocol buffers.
  const { low, high } = objectIn(reported);
  if (typeof low === 'number' && typeof high === 'number') return reportedInstant((low >>> 0) + high * 2 ** 32);
  const value = typeof reported === 'string' && /^\d{1,16}$/.test(reported) ? Number(reported) : reported;
  if (typeof value !== 'number' || !(value > 0)) return NaN;
  return value < 100_000_000_000 ? value * 1000 : value;
}

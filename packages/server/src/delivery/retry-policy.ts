import { createHash } from 'node:crypto';

/** The first pause between two attempts at a message, and the longest, in milliseconds. */
const pauses = { first: 5_000, longest: 30 * 60_000 };

/**
 * When a message is sent to its provider again, after `attempts`: four times longer each time, at least what the provider
 * asked for, and spread by up to a fifth, so that what failed together does not come back together. The same message always
 * gets the same spread.
 */
export function nextTry(now: number, attempts: number, message: string, retryAfter = 0): number {
  const pause = Math.min(pauses.longest, pauses.first * 4 ** Math.max(0, attempts - 1));
  const spread = createHash('sha256').update(`${message} ${attempts}`).digest().readUInt16BE(0) / 0xffff;
  return now + Math.round(Math.max(pause, retryAfter) * (1 + spread / 5));
}

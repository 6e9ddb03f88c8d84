import { createHash } from 'node:crypto';

/** The first pause between two attempts at a message, and the longest, in milliseconds. */
const pausesMs = { first: 5_000, longest: 30 * 60_000 };

/**
 * When a message is sent again after `attempts` attempts. The pause grows fourfold each time, and is at least the one that the provider
 * requested. A spread of up to a fifth, which is constant for each message, keeps messages that failed together from being retried
 * together.
 */
export function nextTry(now: number, attempts: number, message: string, retryAfterMs = 0): number {
  const pause = Math.min(pausesMs.longest, pausesMs.first * 4 ** Math.max(0, attempts - 1));
  const spread = createHash('sha256').update(`${message} ${attempts}`).digest().readUInt16BE(0) / 0xffff;
  return now + Math.round(Math.max(pause, retryAfterMs) * (1 + spread / 5));
}

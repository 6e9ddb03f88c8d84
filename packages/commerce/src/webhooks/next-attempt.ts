const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** WHK4: the waits before the second to the tenth attempt, in milliseconds: 75 h 35 min together. */
export const retryWaits = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** WHK4: how often a message is tried. */
export const maxAttempts = retryWaits.length + 1;

/** WHK5: the longest wait that an endpoint may ask for, in milliseconds. */
const maxRetryAfter = 24 * hour;

/**
 * WHK4: when a message is tried again, in milliseconds since 1970; null: it is given up. `attempts`: how many failed; `random`: from 0 up to
 * 1, for a jitter of 10 %; `retryAfter`: what the endpoint asked for, in milliseconds since 1970.
 */
export function nextAttempt(
  attempts: number,
  { now, random, retryAfter }: { now: number; random: number; retryAfter?: number | undefined },
): number | null {
  const wait = retryWaits[attempts - 1];
  if (wait === undefined) return null;
  const due = now + Math.round(wait * (0.9 + 0.2 * random));
  return Math.max(due, retryAfter ?? due);
}

/** WHK5: the instant that a Retry-After header names, at most 24 hours from now; undefined: it names none. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const at = /^\d{1,9}$/.test(text) ? now + Number(text) * second : Date.parse(text);
  return Number.isFinite(at) ? Math.min(Math.max(at, now), now + maxRetryAfter) : undefined;
}

/**
 * WHK5: how long an endpoint rests that did not answer or is overloaded, in milliseconds: 1 s, doubled with each failure in a row, at most
 * 5 min. `failures`: how many in a row.
 */
export const restAfter = (failures: number): number => Math.min(5 * minute, second * 2 ** Math.min(failures - 1, 20));

/** WHK6: without a success for this long an endpoint is disabled once a message was given up, in milliseconds. */
export const disableAfter = 5 * 24 * hour;

/** WHK6: without a success for this long the owners are warned, in milliseconds. */
export const warnAfter = 24 * hour;

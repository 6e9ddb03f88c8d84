import type { FailureKind } from '../connector.ts';

/** What follows from a failed call. `state`: the connection moves to it; null: it stays. `waitMs`: until the next call. */
export type AfterFailure = { readonly state: 'reconnect' | 'suspended' | null; readonly waitMs: number };

const minute = 60_000;

/** CON5: the longest wait after failures of a shop that may come back, in milliseconds. */
export const longestPauseMs = 15 * minute;

/** CON7: for how long a shop without a signal for it may refuse its keys before the owner must connect again, in milliseconds. */
export const revokedAfterMs = 24 * 60 * minute;

/** The wait after a number of failures in a row, in milliseconds: 30 s, doubled each time. */
export const backoff = (failures: number): number => Math.min(longestPauseMs, 30_000 * 2 ** Math.min(10, failures - 1));

/**
 * CON5, CON7: what follows from a failure. `failures`: in a row, with this one; `failingMs`: since the first of them; `hasSignal`: whether
 * the platform reports an uninstallation, so that refused credentials have ended for good.
 */
export function afterFailure(
  { kind, retryAfterMs }: { kind: FailureKind; retryAfterMs: number | null },
  { failures, failingMs, hasSignal }: { failures: number; failingMs: number; hasSignal: boolean },
): AfterFailure {
  switch (kind) {
    case 'revoked':
      return hasSignal || failingMs >= revokedAfterMs
        ? { state: 'reconnect', waitMs: 0 }
        : { state: null, waitMs: longestPauseMs };
    case 'suspended':
      return { state: 'suspended', waitMs: 60 * minute };
    case 'busy':
      return { state: null, waitMs: Math.min(60 * minute, Math.max(1_000, retryAfterMs ?? backoff(failures))) };
    case 'unreachable':
    case 'failed':
    case 'refused':
    case 'unreadable':
      return { state: null, waitMs: Math.max(backoff(failures), Math.min(longestPauseMs, retryAfterMs ?? 0)) };
  }
}

/** CON1: when a delivery that failed is tried again, milliseconds since 1970; null: it is given up, as the feeds report the rest. */
export function deliveryRetry(attempts: number, now: number, receivedAt: number): number | null {
  const next = now + Math.min(6 * 60 * minute, 60_000 * 2 ** Math.min(12, attempts));
  return next > receivedAt + 7 * 24 * 60 * minute ? null : next;
}

import type { GatewayCall } from './gateway.ts';
import type { Kind } from './settings.ts';

/** One request: when it was due (milliseconds after the start), the time from then until its response, and the status. */
export type LoadSample = { readonly kind: Kind; readonly at: number; readonly ms: number; readonly status: string };

/**
 * The first message that an event leads to: when the event got its response (milliseconds after the start), and the time from then until
 * the gateway was called.
 */
export type Delivery = { readonly at: number; readonly ms: number };

/** What the service accepted: ids of checkouts (201), of events (202), of payments confirmed at the sandbox bank (303). */
export type Accepted = { readonly checkouts: string[]; readonly events: string[]; readonly paid: string[] };

/** All results of one load. */
export type Recording = {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly samples: readonly LoadSample[];
  /** The 99th percentile of the load's own lateness with requests, in milliseconds. */
  readonly lateP99: number;
  readonly accepted: Accepted;
  readonly calls: readonly GatewayCall[];
  /** First messages of events reported by stores, sorted by `at`. */
  readonly deliveries: readonly Delivery[];
};

/** Whether a request succeeded: its status is 2xx or 3xx. */
export const isAnswered = ({ status }: Pick<LoadSample, 'status'>): boolean => /^[23]/.test(status);

/** The percentile of a list; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Items due from `from` to `to`, in milliseconds after the start. */
export const dueBetween = <Due extends { readonly at: number }>(all: readonly Due[], from: number, to: number): Due[] =>
  all.filter(({ at }) => at >= from && at < to);

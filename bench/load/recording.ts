import type { GatewayCall } from './gateway.ts';
import type { Kind } from './settings.ts';

/** One request: when it was due (milliseconds after the start), how long from then until its answer, and what that was. */
export type LoadSample = { readonly kind: Kind; readonly at: number; readonly ms: number; readonly status: string };

/**
 * The first message that an event leads to: when the event was answered (milliseconds after the start), and how long from then until
 * the gateway was called.
 */
export type Delivery = { readonly at: number; readonly ms: number };

/** What the service promised: ids of checkouts (201), of events (202), of payments whose press at the bank was taken (303). */
export type Accepted = { readonly checkouts: string[]; readonly events: string[]; readonly paid: string[] };

/** Everything that one load did and observed. */
export type Recording = {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly samples: readonly LoadSample[];
  /** By how many milliseconds the load itself was late with a request, at the worst of a hundred. */
  readonly lateP99: number;
  readonly accepted: Accepted;
  readonly calls: readonly GatewayCall[];
  /** Of the events of stores' own systems whose message left, in the order of `at`. */
  readonly deliveries: readonly Delivery[];
};

/** Whether a request got what it came for. */
export const isAnswered = ({ status }: Pick<LoadSample, 'status'>): boolean => /^[23]/.test(status);

/** The percentile of a list; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** What was due from `from` to `to`, in milliseconds after the start. */
export const dueBetween = <Due extends { readonly at: number }>(all: readonly Due[], from: number, to: number): Due[] =>
  all.filter(({ at }) => at >= from && at < to);

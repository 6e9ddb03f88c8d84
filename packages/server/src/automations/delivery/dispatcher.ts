// Calls providers for reserved messages, outside transactions, and buffers their outcomes.
//
// INV1. A provider is called only if its longest response time fits into the rest of the message's lease.
// INV2. A permit is acquired before a message is reserved and given back when its outcome is buffered, so a reserved message is sent at once.
// INV3. Every dispatched message ends as exactly one outcome in the buffer, unless the process dies.
import type { Clock } from '../../base/clock.ts';
import type { ChannelProvider, Delivered, Delivery } from '../../providers/channels/provider.ts';
import type { OutboxMessage } from './queries/messages.ts';
import type { RunSnapshot } from '../engine/queries/run-snapshot.ts';

/** The lease of the messages that one batch reserved. */
export type Lease = {
  readonly id: string;
  /** The number of its first-time messages without an outcome in the ledger. */
  open: number;
};

/** A message reserved under a lease, sent after the commit. */
export type Reservation = {
  readonly runId: string;
  readonly message: string;
  readonly lease: Lease;
  /** The message to be inserted into the ledger with its outcome; null: a retry, whose row exists. */
  readonly outboxMessage: OutboxMessage | null;
  /** Its run at the time of the reservation. */
  readonly snapshot: RunSnapshot;
  readonly connectionId: string;
  readonly attempts: number;
  /** Consecutive failures of the connection before this message. */
  readonly connectionFailures: number;
  /** COM15: the connection's revision if its provider has not accepted its credentials yet; null: it has. */
  readonly unverifiedRevision: number | null;
  readonly provider: ChannelProvider;
  readonly delivery: Delivery;
};

/** A message with its result. `unsent`: its provider was not called. */
export type DispatchedMessage = {
  readonly reservation: Reservation;
  readonly result: Delivered | { readonly outcome: 'unsent' };
};

/** Options of a dispatcher. Durations in milliseconds. */
export type DispatcherOptions = {
  readonly clock: Clock;
  /** How long a provider may take to respond. */
  readonly timeoutMs: number;
  readonly leaseMs: number;
};

/** The messages of one process that providers are sending. */
export class Dispatcher {
  /** Called when an outcome is buffered. */
  onOutcome = (): void => {};
  readonly #options: DispatcherOptions;
  readonly #permits = new PermitCounts();
  #outcomes: DispatchedMessage[] = [];
  #sending = 0;
  #idleWaiters: (() => void)[] = [];

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** The permits of a batch, which ends with `dispatch` or `release`. */
  openPermits(): PermitScope {
    return new PermitScope(this.#permits);
  }

  /** The connections of this process with at least `limit` messages in progress. */
  busy(limit: number): string[] {
    return this.#permits.busy(limit);
  }

  /** Dispatches messages that were reserved at `reservedAt` with these permits, after their commit. */
  dispatch(messages: readonly Reservation[], reservedAt: number, permits: PermitScope): void {
    const { clock, timeoutMs, leaseMs } = this.#options;
    if (clock() + timeoutMs > reservedAt + leaseMs) {
      this.release(messages, permits);
      return;
    }
    permits.handOver(messages);
    if (messages.length === 0) return;
    // One signal and one timer for all of them, since they start together.
    const expiry = new AbortController();
    const waiting = new Set(messages);
    const settle = (reservation: Reservation, result: Delivered): void => {
      if (!waiting.delete(reservation)) return;
      if (waiting.size === 0) clearTimeout(timer);
      this.#sending--;
      this.#permits.add(reservation.connectionId, -1);
      this.#buffer(reservation, result);
    };
    const timer = setTimeout(() => {
      expiry.abort();
      for (const reservation of waiting) settle(reservation, { outcome: 'uncertain' });
    }, timeoutMs);
    this.#sending += messages.length;
    for (const reservation of messages) {
      callProvider(reservation, expiry.signal).then(
        (result) => settle(reservation, result),
        () => settle(reservation, { outcome: 'uncertain' }),
      );
    }
  }

  /** Buffers messages as unsent, because their reservation may have committed, and gives their batch's permits back. */
  release(messages: readonly Reservation[], permits: PermitScope): void {
    permits.release();
    for (const reservation of messages) this.#buffer(reservation, { outcome: 'unsent' });
  }

  #buffer(reservation: Reservation, result: DispatchedMessage['result']): void {
    this.#outcomes.push({ reservation, result });
    this.onOutcome();
    if (this.#sending === 0) this.#idleWaiters.splice(0).forEach((resolve) => resolve());
  }

  /** How many outcomes are buffered. */
  get waiting(): number {
    return this.#outcomes.length;
  }

  /** Removes up to `limit` outcomes from the buffer. */
  drainOutcomes(limit: number): DispatchedMessage[] {
    const drained = this.#outcomes;
    this.#outcomes = drained.length > limit ? drained.splice(limit) : [];
    return drained;
  }

  /** Returns outcomes to the buffer after a failed write. */
  requeueOutcomes(outcomes: readonly DispatchedMessage[]): void {
    this.#outcomes.unshift(...outcomes);
  }

  /** Resolves once no message is in progress. */
  idle(): Promise<void> {
    return this.#sending === 0 ? Promise.resolve() : new Promise((resolve) => this.#idleWaiters.push(resolve));
  }
}

/** Turns a synchronous throw of a provider into a rejection. */
async function callProvider({ provider, delivery }: Reservation, signal: AbortSignal): Promise<Delivered> {
  return provider.send(delivery, signal);
}

// Permits bound how many messages of a connection this process sends at once.

/** How many permits of each connection are in use. */
export class PermitCounts {
  readonly #inUse = new Map<string, number>();

  of(connectionId: string): number {
    return this.#inUse.get(connectionId) ?? 0;
  }

  add(connectionId: string, count: number): void {
    const now = this.of(connectionId) + count;
    if (now > 0) this.#inUse.set(connectionId, now);
    else this.#inUse.delete(connectionId);
  }

  /** The connections with at least `limit` permits in use. */
  busy(limit: number): string[] {
    return [...this.#inUse].filter(([, count]) => count >= limit).map(([connectionId]) => connectionId);
  }
}

/** The permits of one batch. It ends exactly once: they are handed over with the batch's messages, or all given back. */
export class PermitScope {
  readonly #counts: PermitCounts;
  readonly #held = new Map<string, number>();
  #hasEnded = false;

  constructor(counts: PermitCounts) {
    this.#counts = counts;
  }

  /** Acquires up to `wanted` permits of a connection that may have `concurrency` in use; returns how many. */
  acquire(connectionId: string, wanted: number, concurrency: number): number {
    const granted = Math.max(0, Math.min(wanted, concurrency - this.#counts.of(connectionId)));
    this.#change(connectionId, granted);
    return granted;
  }

  /** Gives back permits of messages that are not sent after all. */
  giveBack(connectionId: string, count: number): void {
    this.#change(connectionId, -count);
  }

  #change(connectionId: string, count: number): void {
    if (count === 0) return;
    this.#held.set(connectionId, (this.#held.get(connectionId) ?? 0) + count);
    this.#counts.add(connectionId, count);
  }

  /** Each of these messages keeps its permit until its outcome is buffered; the rest is given back now. */
  handOver(messages: readonly { readonly connectionId: string }[]): void {
    if (this.#hasEnded) throw new Error('the permits of a batch were released twice');
    this.#hasEnded = true;
    for (const { connectionId } of messages) this.#held.set(connectionId, (this.#held.get(connectionId) ?? 0) - 1);
    for (const [connectionId, count] of this.#held) this.#counts.add(connectionId, -count);
  }

  /** Gives all permits back. */
  release(): void {
    this.handOver([]);
  }
}

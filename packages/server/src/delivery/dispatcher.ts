// Gives reserved messages to their providers, outside any transaction, and hands on what became of each.
//
// INV1. A message is given to its provider only while the lease it was reserved under still has room for the provider's answer.
// INV2. Room is taken before a message is reserved and freed when its outcome is in the buffer: what is reserved goes out at once.
// INV3. Every message handed in ends as exactly one outcome in the buffer, unless the process dies.
import type { Clock } from '../platform/clock.ts';
import type { ChannelProvider, Delivered, Delivery } from '../channels/provider.ts';
import type { Intention } from '../db/queries/messages/messages.ts';
import type { Known } from '../engine/batch/run-batch.ts';

/** What the messages reserved by one transaction are held under. */
export type Lease = {
  readonly id: string;
  /** How many of those sent for the first time have no outcome in the ledger yet. */
  open: number;
};

/** A message reserved under a lease, to be sent now. */
export type Reserved = {
  readonly runId: string;
  readonly message: string;
  readonly lease: Lease;
  /** What becomes a row of the ledger with its outcome; null: it has its row, being sent again. */
  readonly intention: Intention | null;
  /** Its run as it was when the message was reserved. */
  readonly known: Known;
  readonly connectionId: string;
  readonly attempts: number;
  /** Failures in a row of the connection before this message. */
  readonly connectionFailures: number;
  /** COM15: the connection's revision where its provider has not accepted its credentials yet; null: it has. */
  readonly unverifiedRevision: number | null;
  readonly provider: ChannelProvider;
  readonly delivery: Delivery;
};

/** What became of it. `unsent`: it was never given to the provider. */
export type Sent = { readonly reserved: Reserved; readonly delivered: Delivered | { readonly outcome: 'unsent' } };

/** How a sender works. Durations in milliseconds. */
export type SenderOptions = {
  readonly clock: Clock;
  /** How long a provider may take to answer. */
  readonly timeoutMs: number;
  readonly leaseMs: number;
};

/** The messages of one process that are with their providers. */
export class Sender {
  /** Called when outcomes are there to be written. */
  onOutcome = (): void => {};
  readonly #options: SenderOptions;
  readonly #underWay = new Map<string, number>();
  #outcomes: Sent[] = [];
  #sending = 0;
  #idle: (() => void)[] = [];

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Takes room for one message of a connection; false where it has as many under way as its provider takes at once. */
  take(connectionId: string, provider: ChannelProvider): boolean {
    const now = this.#underWay.get(connectionId) ?? 0;
    if (now >= provider.concurrency) return false;
    this.#underWay.set(connectionId, now + 1);
    return true;
  }

  #free(connectionId: string): void {
    const now = (this.#underWay.get(connectionId) ?? 1) - 1;
    if (now > 0) this.#underWay.set(connectionId, now);
    else this.#underWay.delete(connectionId);
  }

  /** The connections of this process with many messages under way: more than `most`. */
  busy(max: number): string[] {
    return [...this.#underWay].filter(([, count]) => count >= max).map(([connectionId]) => connectionId);
  }

  /**
   * Sends messages whose reservation has committed at `reservedAt`. `room`: the connections of which room was taken for them, and
   * for others that are not sent after all.
   */
  send(messages: readonly Reserved[], reservedAt: number, capacity: readonly string[]): void {
    const { clock, timeoutMs, leaseMs } = this.#options;
    if (clock() + timeoutMs > reservedAt + leaseMs) {
      this.release(messages, capacity);
      return;
    }
    if (capacity.length > messages.length) this.#freeUnused(messages, capacity);
    if (messages.length === 0) return;
    // One signal and one timer for all of them: they began together.
    const expiry = new AbortController();
    const waiting = new Set(messages);
    const settle = (reserved: Reserved, delivered: Delivered): void => {
      if (!waiting.delete(reserved)) return;
      if (waiting.size === 0) clearTimeout(timer);
      this.#sending--;
      this.#free(reserved.connectionId);
      this.#hand(reserved, delivered);
    };
    const timer = setTimeout(() => {
      expiry.abort();
      for (const reserved of waiting) settle(reserved, { outcome: 'uncertain' });
    }, timeoutMs);
    this.#sending += messages.length;
    for (const reserved of messages) {
      give(reserved, expiry.signal).then(
        (delivered) => settle(reserved, delivered),
        () => settle(reserved, { outcome: 'uncertain' }),
      );
    }
  }

  /** Takes messages back whose reservation may or may not have committed, and which were not sent, and all room taken with them. */
  release(messages: readonly Reserved[], capacity: readonly string[]): void {
    for (const connectionId of capacity) this.#free(connectionId);
    for (const reserved of messages) this.#hand(reserved, { outcome: 'unsent' });
  }

  #freeUnused(messages: readonly Reserved[], capacity: readonly string[]): void {
    for (const connectionId of capacity) this.#free(connectionId);
    for (const { connectionId } of messages)
      this.#underWay.set(connectionId, (this.#underWay.get(connectionId) ?? 0) + 1);
  }

  #hand(reserved: Reserved, delivered: Sent['delivered']): void {
    this.#outcomes.push({ reserved, delivered });
    this.onOutcome();
    if (this.#sending === 0) this.#idle.splice(0).forEach((resolve) => resolve());
  }

  /** How many outcomes wait in the buffer. */
  get waiting(): number {
    return this.#outcomes.length;
  }

  /** Takes up to `limit` outcomes out of the buffer. */
  drainOutcomes(limit: number): Sent[] {
    const drained = this.#outcomes;
    this.#outcomes = drained.length > limit ? drained.splice(limit) : [];
    return drained;
  }

  /** Puts outcomes back whose writing failed because the database was away. */
  requeueOutcomes(outcomes: readonly Sent[]): void {
    this.#outcomes.unshift(...outcomes);
  }

  /** Resolves once no message is with a provider. */
  settled(): Promise<void> {
    return this.#sending === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }
}

/** A provider that throws at once is like one that throws later. */
async function give({ provider, delivery }: Reserved, signal: AbortSignal): Promise<Delivered> {
  return provider.send(delivery, signal);
}

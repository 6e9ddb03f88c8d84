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

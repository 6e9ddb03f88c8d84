/** Streams that one checkout, and one process, may have open; beyond these a page asks now and then instead. */
const most = { ofCheckout: 10, ofProcess: 5_000 };

/** Who wants to hear of changes to checkouts in this process: the open payment pages. Fed by notifications (migration 0004). */
export class CheckoutChanges {
  readonly #hearers = new Map<string, Set<() => void>>();
  #count = 0;

  /** Calls `hear` whenever the checkout changed, until the answered function is called; undefined where there are too many. */
  listen(checkoutId: string, hear: () => void): (() => void) | undefined {
    const hearers = this.#hearers.get(checkoutId) ?? new Set();
    if (hearers.size >= most.ofCheckout || this.#count >= most.ofProcess) return undefined;
    this.#hearers.set(checkoutId, hearers.add(hear));
    this.#count++;
    return () => {
      if (!hearers.delete(hear)) return;
      this.#count--;
      if (hearers.size === 0 && this.#hearers.get(checkoutId) === hearers) this.#hearers.delete(checkoutId);
    };
  }

  /** Tells those who wait for one checkout, or all of them where notifications may have been missed. */
  tell(checkoutId?: string): void {
    const told = checkoutId === undefined ? [...this.#hearers.values()] : [this.#hearers.get(checkoutId) ?? []];
    for (const hearers of told) for (const hear of hearers) hear();
  }
}

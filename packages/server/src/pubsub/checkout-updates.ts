/** The most open streams of one checkout, and of one process; a page without a stream polls instead. */
const max = { ofCheckout: 10, ofProcess: 5_000 };

/** The listeners for checkouts in this process: the open payment pages. Notified by the database (migration 0004). */
export class CheckoutChanges {
  readonly #listeners = new Map<string, Set<() => void>>();
  #count = 0;

  /** Calls `listener` after each change of the checkout until the returned function is called; undefined: too many listeners. */
  listen(checkoutId: string, listener: () => void): (() => void) | undefined {
    const listeners = this.#listeners.get(checkoutId) ?? new Set();
    if (listeners.size >= max.ofCheckout || this.#count >= max.ofProcess) return undefined;
    this.#listeners.set(checkoutId, listeners.add(listener));
    this.#count++;
    return () => {
      if (!listeners.delete(listener)) return;
      this.#count--;
      if (listeners.size === 0 && this.#listeners.get(checkoutId) === listeners) this.#listeners.delete(checkoutId);
    };
  }

  /** Notifies the listeners of one checkout; without an id all of them, since notifications may have been missed. */
  notify(checkoutId?: string): void {
    const notified = checkoutId === undefined ? [...this.#listeners.values()] : [this.#listeners.get(checkoutId) ?? []];
    for (const listeners of notified) for (const listener of listeners) listener();
  }
}

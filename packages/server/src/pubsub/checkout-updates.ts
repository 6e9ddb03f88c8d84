/** Streams that one checkout, and one process, may have open; beyond these a page asks now and then instead. */
const max = { ofCheckout: 10, ofProcess: 5_000 };

/** Listeners for changes to checkouts in this process: the open payment pages. Fed by notifications (migration 0004). */
export class CheckoutChanges {
  readonly #listeners = new Map<string, Set<() => void>>();
  #count = 0;

  /** Calls `listener` after each change of the checkout until the returned function is called; undefined where there are too many. */
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

  /** Notifies the listeners of one checkout, or all of them where notifications may have been missed. */
  notify(checkoutId?: string): void {
    const notified = checkoutId === undefined ? [...this.#listeners.values()] : [this.#listeners.get(checkoutId) ?? []];
    for (const listeners of notified) for (const listener of listeners) listener();
  }
}

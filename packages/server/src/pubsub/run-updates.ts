/** The callback of a page, with the ids of changed runs; empty: it is unknown which runs changed. */
export type OnRunUpdates = (runIds: readonly string[]) => void;

/** The most open streams of one store, and of one process; a page without a stream polls instead. */
const max = { ofStore: 100, ofProcess: 5_000 };

/** The listeners for the runs of stores in this process: the open pages of the panel. Notified by publish-run-updates.ts. */
export class LiveRuns {
  readonly #listeners = new Map<string, Set<OnRunUpdates>>();
  #count = 0;

  /** Calls `listener` after each change of the store's runs until the returned function is called; undefined: too many listeners. */
  listen(storeId: string, listener: OnRunUpdates): (() => void) | undefined {
    const listeners = this.#listeners.get(storeId) ?? new Set();
    if (listeners.size >= max.ofStore || this.#count >= max.ofProcess) return undefined;
    this.#listeners.set(storeId, listeners.add(listener));
    this.#count++;
    return () => {
      if (!listeners.delete(listener)) return;
      this.#count--;
      if (listeners.size === 0 && this.#listeners.get(storeId) === listeners) this.#listeners.delete(storeId);
    };
  }

  /**
   * Handles a notification with the ids of a store and its runs. Without payload, all listeners are called, since notifications may have
   * been missed.
   */
  notify(payload?: string): void {
    const [storeId, ...runIds] = payload?.split(' ') ?? [];
    const stores = storeId === undefined ? [...this.#listeners.values()] : [this.#listeners.get(storeId) ?? []];
    for (const listeners of stores) for (const listener of listeners) listener(runIds);
  }
}

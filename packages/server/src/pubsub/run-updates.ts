/** Callback of a page: the runs that changed; none: unknown which ones. */
export type OnRunUpdates = (runIds: readonly string[]) => void;

/** Streams that one store, and one process, may have open; beyond these a page asks now and then instead. */
const max = { ofStore: 100, ofProcess: 5_000 };

/** Listeners for the runs of a store in this process: the open pages of the panel. Fed by notifications (publish-run-updates.ts). */
export class LiveRuns {
  readonly #listeners = new Map<string, Set<OnRunUpdates>>();
  #count = 0;

  /** Calls `listener` after each change of the store's runs until the returned function is called; undefined where there are too many. */
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

  /** Takes a notification: a store's id and those of its runs; without one, notifications may have been missed. */
  notify(payload?: string): void {
    const [storeId, ...runIds] = payload?.split(' ') ?? [];
    const stores = storeId === undefined ? [...this.#listeners.values()] : [this.#listeners.get(storeId) ?? []];
    for (const listeners of stores) for (const listener of listeners) listener(runIds);
  }
}

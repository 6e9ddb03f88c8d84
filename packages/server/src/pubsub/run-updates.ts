/** What a page hears: the runs that were moved; none: which ones is not known. */
export type OnRunUpdates = (runIds: readonly string[]) => void;

/** Streams that one store, and one process, may have open; beyond these a page asks now and then instead. */
const most = { ofStore: 100, ofProcess: 5_000 };

/** Who wants to hear of the runs of a store in this process: the open pages of the panel. Fed by notifications (publish-run-updates.ts). */
export class LiveRuns {
  readonly #hearers = new Map<string, Set<OnRunUpdates>>();
  #count = 0;

  /** Calls `hear` whenever runs of the store were moved, until the answered function is called; undefined where there are too many. */
  listen(storeId: string, hear: OnRunUpdates): (() => void) | undefined {
    const hearers = this.#hearers.get(storeId) ?? new Set();
    if (hearers.size >= most.ofStore || this.#count >= most.ofProcess) return undefined;
    this.#hearers.set(storeId, hearers.add(hear));
    this.#count++;
    return () => {
      if (!hearers.delete(hear)) return;
      this.#count--;
      if (hearers.size === 0 && this.#hearers.get(storeId) === hearers) this.#hearers.delete(storeId);
    };
  }

  /** Takes a notification: a store's id and those of its runs; without one, notifications may have been missed. */
  tell(told?: string): void {
    const [storeId, ...runIds] = told?.split(' ') ?? [];
    const stores = storeId === undefined ? [...this.#hearers.values()] : [this.#hearers.get(storeId) ?? []];
    for (const hearers of stores) for (const hear of hearers) hear(runIds);
  }
}

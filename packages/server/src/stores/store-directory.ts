// A cache of the data of stores that every request needs.
//
// INV1. An entry is used for at most `lifetimeMs` after it was loaded: a revocation takes effect everywhere within 5 s (CHK10), even if the
//     notification is lost.
// INV2. A notification removes its entry at once. If it arrives while the entry loads, that load is not cached, and the next caller loads
//     again.
// INV3. Many requests for one missing entry make one query.
import type { Clock } from '../base/clock.ts';
import { storeFind, type StoreRow } from './queries/stores.ts';
import type { Database } from '../base/postgres/pool.ts';

/** A store, with what its requests need. */
export type Store = StoreRow;

const lifetimeMs = 3_000;
/** Beyond this number the cache is emptied. Outsiders cannot fill it, since a key must verify first. */
const capacity = 10_000;

type CacheEntry = { store: StoreRow | undefined; loadedAt: number };

/** Finds stores by id: from memory for up to 3 s, otherwise from the database. */
export class StoreDirectory {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #loading = new Map<string, Promise<StoreRow | undefined>>();

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The store; undefined if it does not exist. A promise only if a query is needed. */
  find(storeId: string): StoreRow | undefined | Promise<StoreRow | undefined> {
    const entry = this.#entries.get(storeId);
    const age = entry ? this.#clock() - entry.loadedAt : NaN;
    // Below 0: the clock was set back.
    if (entry && age >= 0 && age < lifetimeMs) return entry.store;
    return this.#loading.get(storeId) ?? this.#load(storeId);
  }

  /** Removes one store from the cache, or all if notifications may have been missed. */
  forget(storeId?: string): void {
    if (storeId === undefined) {
      this.#entries.clear();
      this.#loading.clear();
    } else {
      this.#entries.delete(storeId);
      this.#loading.delete(storeId);
    }
  }

  async #load(storeId: string): Promise<StoreRow | undefined> {
    const startedAt = this.#clock();
    const query = storeFind(this.#db, storeId);
    this.#loading.set(storeId, query);
    try {
      const store = await query;
      if (this.#loading.get(storeId) === query) {
        if (this.#entries.size >= capacity) this.#entries.clear();
        this.#entries.set(storeId, { store, loadedAt: startedAt });
      }
      return store;
    } finally {
      if (this.#loading.get(storeId) === query) this.#loading.delete(storeId);
    }
  }
}

/** Invalidation of the directory: every process is notified of a changed store at once (migration 0001). */
export const storeChanges = (directory: StoreDirectory) => ({
  store_changed: (storeId: string | undefined): void => directory.forget(storeId),
});

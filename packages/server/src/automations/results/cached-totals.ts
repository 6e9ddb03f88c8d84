// Sums over a month of a store. For most stores they take milliseconds and are computed on every request. If they take longer, no caller
// waits: the cached value is returned, and counted again in the background. Only a few are counted at the same time, so that connections
// stay free.

import { concurrencyLimit } from '../../base/net/concurrency-limit.ts';

type CacheEntry<T> = {
  value?: T;
  /** Until then the value is returned without a new count. Until `expiresAt` it is returned while it is counted again. */
  until: number;
  expiresAt: number;
  counting?: Promise<T> | undefined;
  /** A caller got no value and will request it again. */
  isMissed?: boolean;
};

/** The longest wait of the first caller, ms. Later callers get the cached value. */
const firstWaitMs = 150;
/** A count that takes at most this long, ms, is not cached unless a caller missed it. */
const quick = 75;
/** A value is fresh for this multiple of the time that its count took: 30 s after a count of 1 s. */
const cacheMs = 30;
/** The longest age of a returned value, ms: `slow` if its count took long, `missed` if a caller missed it. */
const oldest = { slow: 3_600_000, missed: 10_000 };
/** The most cached keys. */
const maxKeys = 1_000;
/** The most counts at the same time: each uses a connection until it ends. */
const atOnce = 2;

/** A cache of computed values by key, for one process. */
export class Figures<T> {
  readonly #cached = new Map<string, CacheEntry<T>>();
  readonly #clock: () => number;
  readonly #inTurn = concurrencyLimit(atOnce);

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The value of a key. `count` computes it if it is missing or old. Undefined: the first count is still running. */
  async read(key: string, count: () => Promise<T>): Promise<T | undefined> {
    const before = this.#cached.get(key);
    if (before?.value !== undefined && this.#clock() < before.expiresAt) {
      if (before.until <= this.#clock() && !before.counting) this.#count(key, before, count).catch(() => {});
      return before.value;
    }
    if (before?.counting) return this.#miss(key);
    const counting = this.#count(key, { until: 0, expiresAt: 0 }, count);
    const { promise: tired, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(this.#miss(key)), firstWaitMs);
    return Promise.race([counting, tired]).finally(() => clearTimeout(timer));
  }

  #miss(key: string): undefined {
    const cached = this.#cached.get(key);
    if (cached) cached.isMissed = true;
  }

  #count(key: string, before: CacheEntry<T>, count: () => Promise<T>): Promise<T> {
    const counting = this.#inTurn(async () => {
      const started = this.#clock();
      try {
        const value = await count();
        const now = this.#clock();
        const took = now - started;
        const expiresAt = now + (took > quick ? oldest.slow : oldest.missed);
        if (took > quick || this.#cached.get(key)?.isMissed)
          this.#cached.set(key, { value, until: now + took * cacheMs, expiresAt });
        else this.#cached.delete(key);
        return value;
      } catch (error) {
        this.#cached.delete(key);
        throw error;
      }
    });
    this.#cached.delete(key);
    this.#cached.set(key, { ...before, counting });
    for (const first of this.#cached.keys()) {
      if (this.#cached.size <= maxKeys) break;
      this.#cached.delete(first);
    }
    return counting;
  }
}

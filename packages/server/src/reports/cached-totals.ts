// Sums over a month of a store. For most stores they take milliseconds and are computed each time. Where they take longer no caller waits
// for them: what was counted last is shown, and counted again behind it. A few are counted at once, so that they leave others room.

import { concurrencyLimit } from '../platform/concurrency-limit.ts';

type CacheEntry<T> = {
  value?: T;
  /** Shown without counting again until then, and while it is counted again until it is `gone`. */
  until: number;
  expiresAt: number;
  counting?: Promise<T> | undefined;
  /** A caller left without it and will ask again. */
  isMissed?: boolean;
};

/** Longest wait of the first caller, ms. Later callers get the cached value. */
const firstWaitMs = 150;
/** A count that takes no longer, ms, is not cached unless a caller missed it. */
const quick = 75;
/** What took a second is fresh for half a minute. */
const cacheMs = 30;
/** Longest age of a returned count, ms: `slow` of one that takes long, `missed` of one that a caller missed. */
const oldest = { slow: 3_600_000, missed: 10_000 };
/** Largest number of keys. */
const maxKeys = 1_000;
/** So many are counted at once: each takes a connection for as long as it takes. */
const atOnce = 2;

/** Figures by a key, as they were counted in this process. */
export class Figures<T> {
  readonly #cached = new Map<string, CacheEntry<T>>();
  readonly #clock: () => number;
  readonly #inTurn = concurrencyLimit(atOnce);

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Those of a key, counted by `count` where there are none or they are old; undefined: they are being counted for the first time. */
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

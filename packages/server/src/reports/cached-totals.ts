// Sums over a month of a store. For most stores they take milliseconds and are made anew each time. Where they take longer nobody waits
// for them: what was counted last is shown, and counted again behind it. A few are counted at once, so that they leave others room.

import { concurrencyLimit } from '../platform/concurrency-limit.ts';

type CacheEntry<T> = {
  value?: T;
  /** Shown without counting again until then, and while it is counted again until it is `gone`. */
  until: number;
  gone: number;
  counting?: Promise<T> | undefined;
  /** Somebody left without it, and will ask again. */
  isMissed?: boolean;
};

/** Whoever asks first waits for so long, in milliseconds: a page that is not there within 200 ms seems slow. */
const patience = 150;
/** What takes no longer than this is not kept, unless somebody missed it. */
const quick = 75;
/** What took a second is fresh for half a minute. */
const cacheMs = 30;
/** Nobody is shown what was counted longer ago, in milliseconds: what takes long, and what somebody missed. */
const oldest = { slow: 3_600_000, missed: 10_000 };
/** Of so many keys. */
const most = 1_000;
/** So many are counted at once: each takes a connection for as long as it takes. */
const atOnce = 2;

/** Figures by a key, as they were counted in this process. */
export class Figures<T> {
  readonly #kept = new Map<string, CacheEntry<T>>();
  readonly #clock: () => number;
  readonly #inTurn = concurrencyLimit(atOnce);

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Those of a key, counted by `count` where there are none or they are old; undefined: they are being counted for the first time. */
  async read(key: string, count: () => Promise<T>): Promise<T | undefined> {
    const before = this.#kept.get(key);
    if (before?.value !== undefined && this.#clock() < before.gone) {
      if (before.until <= this.#clock() && !before.counting) this.#count(key, before, count).catch(() => {});
      return before.value;
    }
    if (before?.counting) return this.#miss(key);
    const counting = this.#count(key, { until: 0, gone: 0 }, count);
    const { promise: tired, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(this.#miss(key)), patience);
    return Promise.race([counting, tired]).finally(() => clearTimeout(timer));
  }

  #miss(key: string): undefined {
    const kept = this.#kept.get(key);
    if (kept) kept.isMissed = true;
  }

  #count(key: string, before: CacheEntry<T>, count: () => Promise<T>): Promise<T> {
    const counting = this.#inTurn(async () => {
      const begun = this.#clock();
      try {
        const value = await count();
        const now = this.#clock();
        const took = now - begun;
        const gone = now + (took > quick ? oldest.slow : oldest.missed);
        if (took > quick || this.#kept.get(key)?.isMissed)
          this.#kept.set(key, { value, until: now + took * cacheMs, gone });
        else this.#kept.delete(key);
        return value;
      } catch (error) {
        this.#kept.delete(key);
        throw error;
      }
    });
    this.#kept.delete(key);
    this.#kept.set(key, { ...before, counting });
    for (const first of this.#kept.keys()) {
      if (this.#kept.size <= most) break;
      this.#kept.delete(first);
    }
    return counting;
  }
}

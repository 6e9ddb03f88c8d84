// Sums over a month of a store. For most stores they take milliseconds and are made anew each time. Where they take longer nobody waits
// for them: what was counted last is shown, and counted again behind it, one store after the other.

type Kept<T> = { value?: T; until: number; counting?: Promise<T> | undefined };

/** Whoever asks first waits for so long, in milliseconds. */
const patience = 1_500;
/** What takes no longer than this is not kept. */
const quick = 300;
/** What took a second is kept for half a minute. */
const keptFor = 30;
/** Of so many stores. */
const most = 1_000;

/** Figures of stores, as they were counted in this process. */
export class Figures<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #clock: () => number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Those of a key, counted by `count` where there are none or they are old; undefined: they are being counted for the first time. */
  async read(key: string, count: () => Promise<T>): Promise<T | undefined> {
    const before = this.#kept.get(key);
    if (before?.value !== undefined) {
      if (before.until <= this.#clock() && !before.counting) this.#count(key, before, count).catch(() => {});
      return before.value;
    }
    if (before?.counting) return undefined;
    const counting = this.#count(key, { until: 0 }, count);
    const { promise: tired, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, patience);
    return Promise.race([counting, tired]).finally(() => clearTimeout(timer));
  }

  #count(key: string, before: Kept<T>, count: () => Promise<T>): Promise<T> {
    const counting = this.#last.then(async () => {
      const begun = this.#clock();
      try {
        const value = await count();
        const took = this.#clock() - begun;
        this.#kept.delete(key);
        if (took > quick) this.#kept.set(key, { value, until: begun + took * (keptFor + 1) });
        return value;
      } catch (error) {
        this.#kept.delete(key);
        throw error;
      }
    });
    this.#last = counting.catch(() => {});
    this.#kept.set(key, { ...before, counting });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most) break;
      this.#kept.delete(oldest);
    }
    return counting;
  }
}

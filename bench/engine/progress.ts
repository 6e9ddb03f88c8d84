type Waiter = { count: number; resolve: () => void };

/** Counts how far the runs are, and wakes who waits for a number of them. */
export class Progress {
  readonly lateness: number[] = [];
  readonly #counts = { parked: 0, done: 0 };
  readonly #waiters: Record<'parked' | 'done', Waiter[]> = { parked: [], done: [] };

  /** So many more runs are `parked` (first send made, delay stored) or `done`. */
  add(what: 'parked' | 'done', more: number): void {
    this.#counts[what] += more;
    this.#waiters[what] = this.#waiters[what].filter(({ count, resolve }) => {
      if (this.#counts[what] < count) return true;
      resolve();
      return false;
    });
  }

  /** Resolves once `count` runs are. */
  wait(what: 'parked' | 'done', count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters[what].push({ count, resolve });
      this.add(what, 0);
    });
  }
}

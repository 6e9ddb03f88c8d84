type Waiter = { count: number; resolve: () => void };

/** Counts parked and done runs, and resolves waiters once their count is reached. */
export class Progress {
  readonly lateness: number[] = [];
  readonly #counts = { parked: 0, done: 0 };
  readonly #waiters: Record<'parked' | 'done', Waiter[]> = { parked: [], done: [] };

  /** Adds runs that became `parked` (first send made, delay stored) or `done`. */
  add(what: 'parked' | 'done', more: number): void {
    this.#counts[what] += more;
    this.#waiters[what] = this.#waiters[what].filter(({ count, resolve }) => {
      if (this.#counts[what] < count) return true;
      resolve();
      return false;
    });
  }

  /** Resolves once `count` runs are parked or done. */
  wait(what: 'parked' | 'done', count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters[what].push({ count, resolve });
      this.add(what, 0);
    });
  }
}

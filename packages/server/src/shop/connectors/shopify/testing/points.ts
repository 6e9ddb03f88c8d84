/** The bucket of points of an app in a shop: what is asked for must be there, and what was not needed comes back. */
export class Points {
  readonly #now: () => number;
  readonly #most: number;
  readonly #rate: number;
  #available: number;
  #at: number;

  /** `rate`: points a second. */
  constructor(now: () => number, { most, rate }: { readonly most: number; readonly rate: number }) {
    this.#now = now;
    this.#most = most;
    this.#rate = rate;
    this.#available = most;
    this.#at = now();
  }

  available(): number {
    const passed = (this.#now() - this.#at) / 1_000;
    this.#at = this.#now();
    this.#available = Math.min(this.#most, this.#available + passed * this.#rate);
    return this.#available;
  }

  take(points: number): void {
    this.#available = this.available() - points;
  }

  /** `extensions.cost` of a response. */
  status = (requested: number, actual: number | null) => ({
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: {
      maximumAvailable: this.#most,
      currentlyAvailable: Math.floor(this.available()),
      restoreRate: this.#rate,
    },
  });
}

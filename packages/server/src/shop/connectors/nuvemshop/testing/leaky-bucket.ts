/** The platform's limit of one shop and app: 40 requests, of which 2 leak a second. */
const size = 40;
const leakPerMs = 2 / 1_000;

/** Counts requests against the limit. Instants: milliseconds since 1970. */
export class LeakyBucket {
  #level = 0;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Takes a request; false: the bucket is full. The headers that its answer has. */
  take(now: number): { readonly isTaken: boolean; readonly headers: Readonly<Record<string, string>> } {
    this.#level = Math.max(0, this.#level - (now - this.#at) * leakPerMs);
    this.#at = now;
    const isTaken = this.#level + 1 <= size;
    if (isTaken) this.#level += 1;
    return {
      isTaken,
      headers: {
        'x-rate-limit-limit': String(size),
        'x-rate-limit-remaining': String(Math.floor(size - this.#level)),
        'x-rate-limit-reset': String(Math.ceil(this.#level / leakPerMs)),
      },
    };
  }
}

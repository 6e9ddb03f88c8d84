/** How many requests one caller may make. */
export type RateLimit = { perSecond: number; burst: number };

/** Whether a request may pass, and what the RateLimit headers say of it. */
export type RateVerdict = {
  allowed: boolean;
  remaining: number;
  /** Seconds until the burst is whole again. */ reset: number;
  retryAfter: number;
};

const sweepAt = 50_000;

/**
 * A9: a token bucket for each caller, kept as the instant at which it will be full again. Counts are of this process:
 * N processes behind a load balancer let N times as much pass.
 */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #fullAt = new Map<string, number>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Takes one request of `caller` into account at `now` (milliseconds). */
  take(caller: string, now: number): RateVerdict {
    const { perSecond, burst } = this.#limit;
    const cost = 1000 / perSecond;
    const fullAt = Math.max(this.#fullAt.get(caller) ?? 0, now);
    const remaining = burst - (fullAt - now) / cost;
    const allowed = remaining >= 1;
    if (allowed) this.#remember(caller, fullAt + cost, now);
    const left = Math.max(0, Math.floor(remaining - (allowed ? 1 : 0)));
    return {
      allowed,
      remaining: left,
      reset: Math.ceil((fullAt + (allowed ? cost : 0) - now) / 1000),
      retryAfter: allowed ? 0 : Math.max(1, Math.ceil(((1 - remaining) * cost) / 1000)),
    };
  }

  /** Full buckets are the same as unknown ones: they are dropped when many callers have come by. */
  #remember(caller: string, fullAt: number, now: number): void {
    if (this.#fullAt.size >= sweepAt) {
      for (const [caller, at] of this.#fullAt) if (at <= now) this.#fullAt.delete(caller);
    }
    this.#fullAt.set(caller, fullAt);
  }
}

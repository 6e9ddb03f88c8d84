/** A limit of units (requests, bytes) for each caller: `perSecond` in the long run, and at most `burst` at once. */
export type RateLimit = { perSecond: number; burst: number };

/** Whether a request may pass, and the values of the RateLimit headers. */
export type RateDecision = {
  allowed: boolean;
  remaining: number;
  /** Seconds until the burst is whole again. */ reset: number;
  retryAfter: number;
};

/** The usage of a bucket by this process that is not shared with the others yet. */
export type Usage = { caller: string; units: number };

/** A caller's bucket: the instant at which it will be full again, and the units that are not shared yet. */
type Bucket = { fullAt: number; unshared: number };

const sweepAt = 50_000;

/** The most bursts that a bucket can lack: beyond that the clock was set back. */
const maxDebtBursts = 100;

/**
 * CHK9: a token bucket for each caller, stored as the instant at which it will be full again. It counts this process only; if usage is
 * shared (shared-limits.ts), that of the other processes is added after at most one exchange.
 */
export class RateLimiter {
  readonly limit: RateLimit;
  readonly #buckets = new Map<string, Bucket>();
  #unshared: string[] = [];

  constructor(limit: RateLimit) {
    this.limit = limit;
  }

  /** Milliseconds to refill one unit. */
  get unitMs(): number {
    return 1000 / this.limit.perSecond;
  }

  /** Takes `units` from the bucket of `caller` at `now` (milliseconds), if they are available. */
  take(caller: string, now: number, units = 1): RateDecision {
    const cost = this.unitMs;
    const bucket = this.#buckets.get(caller);
    const fullAt = Math.max(this.#fullAt(bucket, now), now);
    const remaining = this.limit.burst - (fullAt - now) / cost;
    const allowed = remaining >= units;
    const used = allowed ? units : 0;
    if (allowed) this.#use(caller, bucket, fullAt + units * cost, units, now);
    return {
      allowed,
      remaining: Math.max(0, Math.floor(remaining - used)),
      reset: Math.max(0, Math.ceil((fullAt + used * cost - now) / 1000)),
      retryAfter: allowed ? 0 : Math.max(1, Math.ceil(((units - remaining) * cost) / 1000)),
    };
  }

  /** Takes one unit of `caller`, even if none is available. */
  use(caller: string, now: number): void {
    const bucket = this.#buckets.get(caller);
    this.#use(caller, bucket, Math.max(this.#fullAt(bucket, now), now) + this.unitMs, 1, now);
  }

  /** When a unit of `caller` will be available: now or later (milliseconds). */
  availableAt(caller: string, now: number): number {
    const fullAt = Math.max(this.#fullAt(this.#buckets.get(caller), now), now);
    return Math.max(now, fullAt - (this.limit.burst - 1) * this.unitMs);
  }

  /** Whether `units` of `caller` would be allowed at `now`; takes nothing. */
  allows(caller: string, now: number, units = 1): boolean {
    const fullAt = this.#fullAt(this.#buckets.get(caller), now);
    return this.limit.burst - Math.max(0, fullAt - now) / this.unitMs >= units;
  }

  /** Returns, and resets, the unshared usage of the buckets with at least `minUnits`. */
  drain(minUnits: number): Usage[] {
    const usages: Usage[] = [];
    const rest: string[] = [];
    for (const caller of this.#unshared) {
      const bucket = this.#buckets.get(caller);
      if (!bucket) continue;
      if (bucket.unshared < minUnits) rest.push(caller);
      else {
        usages.push({ caller, units: bucket.unshared });
        bucket.unshared = 0;
      }
    }
    this.#unshared = rest;
    return usages;
  }

  /** Merges the shared state of a bucket: it is full again at `fullAt`, plus the time of its unshared units. */
  merge(caller: string, fullAt: number): void {
    const bucket = this.#buckets.get(caller);
    if (bucket) bucket.fullAt = Math.max(bucket.fullAt, fullAt + bucket.unshared * this.unitMs);
  }

  /** When a bucket is full again. If the clock was set back it counts as empty: it would refuse until the clock was there again. */
  #fullAt(bucket: Bucket | undefined, now: number): number {
    if (!bucket) return 0;
    const burstMs = this.limit.burst * this.unitMs;
    if (bucket.fullAt - now > maxDebtBursts * burstMs) bucket.fullAt = now + burstMs;
    return bucket.fullAt;
  }

  /** Records usage. Full buckets equal missing ones, so they are deleted when there are many buckets. */
  #use(caller: string, bucket: Bucket | undefined, fullAt: number, units: number, now: number): void {
    if (bucket) {
      if (bucket.unshared === 0) this.#unshared.push(caller);
      bucket.fullAt = fullAt;
      bucket.unshared += units;
      return;
    }
    if (this.#buckets.size >= sweepAt) {
      for (const [other, { fullAt: at }] of this.#buckets) if (at <= now) this.#buckets.delete(other);
      this.#unshared = this.#unshared.filter((other) => this.#buckets.has(other));
    }
    this.#buckets.set(caller, { fullAt, unshared: units });
    this.#unshared.push(caller);
  }
}

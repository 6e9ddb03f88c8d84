/** How many units (requests, bytes) one caller may use: `perSecond` in the long run, and at most `burst` at once. */
export type RateLimit = { perSecond: number; burst: number };

/** Whether a request may pass, and what the RateLimit headers say of it. */
export type RateDecision = {
  allowed: boolean;
  remaining: number;
  /** Seconds until the burst is whole again. */ reset: number;
  retryAfter: number;
};

/** What one process used of a bucket and has not shared yet. */
export type Usage = { caller: string; units: number };

/** A caller's bucket: the instant at which it will be full again, and what other processes do not know of yet. */
type Bucket = { fullAt: number; unshared: number };

const sweepAt = 50_000;

/**
 * CHK9: a token bucket for each caller, stored as the instant at which it will be full again. Counts are of this process; where its
 * usage is shared (shared-limits.ts), those of the other processes are added after at most one exchange.
 */
export class RateLimiter {
  readonly limit: RateLimit;
  readonly #buckets = new Map<string, Bucket>();
  #unshared: string[] = [];

  constructor(limit: RateLimit) {
    this.limit = limit;
  }

  /** Milliseconds that one unit takes to come back. */
  get unitMs(): number {
    return 1000 / this.limit.perSecond;
  }

  /** Takes `units` of `caller` into account at `now` (milliseconds). */
  take(caller: string, now: number, units = 1): RateDecision {
    const cost = this.unitMs;
    const bucket = this.#buckets.get(caller);
    const fullAt = Math.max(bucket?.fullAt ?? 0, now);
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

  /** Uses a unit of `caller` whether it is there or not. */
  use(caller: string, now: number): void {
    const bucket = this.#buckets.get(caller);
    this.#use(caller, bucket, Math.max(bucket?.fullAt ?? 0, now) + this.unitMs, 1, now);
  }

  /** When a unit of `caller` will be there, now or later (milliseconds). */
  availableAt(caller: string, now: number): number {
    const fullAt = Math.max(this.#buckets.get(caller)?.fullAt ?? 0, now);
    return Math.max(now, fullAt - (this.limit.burst - 1) * this.unitMs);
  }

  /** Whether `units` of `caller` would pass at `now`; nothing is used. */
  allows(caller: string, now: number, units = 1): boolean {
    const fullAt = this.#buckets.get(caller)?.fullAt ?? 0;
    return this.limit.burst - Math.max(0, fullAt - now) / this.unitMs >= units;
  }

  /** What was used since the last call, of the buckets of which it is at least `least` units. */
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

  /** Takes over what all processes together have used of a bucket: it is full again at `fullAt`, apart from what is unshared. */
  merge(caller: string, fullAt: number): void {
    const bucket = this.#buckets.get(caller);
    if (bucket) bucket.fullAt = Math.max(bucket.fullAt, fullAt + bucket.unshared * this.unitMs);
  }

  /** Buckets that are full are the same as unknown ones: they are dropped when many callers were seen. */
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

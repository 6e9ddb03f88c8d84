// Limits that all processes of an installation share. Each process counts in memory, so that a request costs no statement, and twice a
// second exchanges what it used: one statement for all its buckets adds the usage to the rows and returns what everyone used.
//
// INV1. A row is the instant at which a bucket is full again, as in memory. Usage is added, never overwritten, so no process's is lost.
// INV2. N processes pass at most N bursts before the first exchange, and from then on what one would, plus what they use between two.
// INV3. A bucket of which little was used is not exchanged: shoppers cost nothing. What stays unshared is a fiftieth of the burst at most.
// INV4. While the database is away each process counts alone; its usage of that time is lost for the others.
import { hash } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../db/pool.ts';
import { rateBucketAdd, type BucketUsage } from '../db/queries/limits/rate-buckets.ts';
import type { Logger } from '../platform/log.ts';
import type { RateLimiter } from '../platform/rate-limiter.ts';

/** A limiter whose buckets are shared under its name. `ofStores`: its callers are the ids of stores. */
type Shared = { name: string; limiter: RateLimiter; ofStores?: boolean };

type SharedLimitParts = { db: Queryable; clock: Clock; log: Logger };

const everyMs = 500;
/** INV3: the share of a burst that is used before it is exchanged. */
const minShare = 1 / 50;
/** A bucket is ahead by at most this multiple of its burst, however wrong the clock of a process is. */
const furthestBursts = 2;
/** Buckets of one statement. */
const largestBatch = 5_000;

/** Exchanges the usage of limiters with the other processes. */
export class SharedLimits {
  readonly #parts: SharedLimitParts;
  readonly #limiters: readonly Shared[];
  readonly #timer: NodeJS.Timeout;
  #underWay: Promise<void> | undefined;

  constructor(parts: SharedLimitParts, limiters: readonly Shared[]) {
    this.#parts = parts;
    this.#limiters = limiters;
    this.#timer = setInterval(() => void this.exchange(), everyMs).unref();
  }

  /** Exchanges what was used so far; one exchange at a time. */
  exchange(): Promise<void> {
    this.#underWay ??= this.#exchange().finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  /** Ends the exchange; what was not shared yet is lost for the others. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#underWay;
  }

  async #exchange(): Promise<void> {
    const { db, clock, log } = this.#parts;
    const used = this.#limiters.flatMap(usagesOf);
    for (let from = 0; from < used.length; from += largestBatch) {
      const batch = used.slice(from, from + largestBatch);
      try {
        const fullAt = await rateBucketAdd(
          db,
          batch.map(({ usage }) => usage),
          clock(),
        );
        for (const [index, { limiter, caller }] of batch.entries()) limiter.merge(caller, fullAt[index]!);
      } catch (error) {
        // INV4
        log.warn({ err: error }, 'limits were not shared');
        return;
      }
    }
  }
}

type Used = { limiter: RateLimiter; caller: string; usage: BucketUsage };

function usagesOf({ name, limiter, ofStores = false }: Shared): Used[] {
  const { unitMs, limit } = limiter;
  return limiter.drain(Math.max(1, limit.burst * minShare)).map(({ caller, units }) => ({
    limiter,
    caller,
    usage: {
      // Addresses are personal data: a row names no person.
      bucket: hash('sha256', `${name} ${caller}`, 'buffer').subarray(0, 16),
      storeId: ofStores ? caller : null,
      usedMs: units * unitMs,
      furthestMs: furthestBursts * limit.burst * unitMs,
    },
  }));
}

// Limits that all processes of an installation share. Each process counts in memory, so that a request runs no statement. Twice a
// second it exchanges its usage: one statement adds the usage of all its buckets to the rows and returns the total usage.
//
// INV1. A row is the instant at which a bucket is full again, as in memory. Usage is added, never overwritten, so that no usage is lost.
// INV2. N processes pass at most N bursts before the first exchange. After it, they pass as much as one process would, plus their usage
//     between two exchanges.
// INV3. A bucket with little usage is not exchanged, so that shoppers cause no writes. At most a fiftieth of the burst stays unshared.
// INV4. While the database is unavailable each process counts alone; its usage of that time is not shared later.
import { hash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { rateBucketAdd, type BucketUsage } from './queries/rate-buckets.ts';
import type { Logger } from '../../base/log/log.ts';
import type { RateLimiter } from '../../base/net/rate-limiter.ts';

/** A limiter whose buckets are shared under its name. `ofStores`: its callers are store ids. */
type Shared = { name: string; limiter: RateLimiter; ofStores?: boolean };

type SharedLimitDeps = { db: Queryable; clock: Clock; log: Logger };

const everyMs = 500;
/** INV3: the share of a burst that must be used before it is exchanged. */
const minShare = 1 / 50;
/** The limit of a row's instant, in multiples of the burst, even if the clock of a process is wrong. */
const furthestBursts = 2;
/** The most buckets of one statement. */
const largestBatch = 5_000;

/** Exchanges the usage of limiters with the other processes. */
export class SharedLimits {
  readonly #parts: SharedLimitDeps;
  readonly #limiters: readonly Shared[];
  readonly #timer: NodeJS.Timeout;
  #underWay: Promise<void> | undefined;

  constructor(deps: SharedLimitDeps, limiters: readonly Shared[]) {
    this.#parts = deps;
    this.#limiters = limiters;
    this.#timer = setInterval(() => void this.exchange(), everyMs).unref();
  }

  /** Exchanges the usage so far; one exchange at a time. */
  exchange(): Promise<void> {
    this.#underWay ??= this.#exchange().finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  /** Stops the exchange; usage that was not exchanged yet is lost for the other processes. */
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
        log.warn({ err: error }, 'rate limits not synchronised');
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
      // IP addresses are personal data, so a row contains only a hash.
      bucket: hash('sha256', `${name} ${caller}`, 'buffer').subarray(0, 16),
      storeId: ofStores ? caller : null,
      usedMs: units * unitMs,
      furthestMs: furthestBursts * limit.burst * unitMs,
    },
  }));
}

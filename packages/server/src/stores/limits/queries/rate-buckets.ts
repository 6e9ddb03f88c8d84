import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import { shiftedInstant } from '../../../base/postgres/driver/shifted-instant.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { deleteOldest } from '../../../base/retention/retention.ts';
import { queryRows } from '../../../base/postgres/query.ts';

/** The usage of a bucket by one process. `usedMs`: the time that the usage takes to refill; `furthestMs`: the limit of a refill time. */
export type BucketUsage = { bucket: Buffer; storeId: string | null; usedMs: number; furthestMs: number };

const present = 'to_timestamp($5::float8 / 1000.0)';

/**
 * CHK9: adds the usage of a process to the buckets that all processes share; each bucket at most once. Returns, in the same order, the
 * instants at which the buckets are full again. Milliseconds.
 */
export async function rateBucketAdd(db: Queryable, usages: readonly BucketUsage[], now: number): Promise<number[]> {
  const rows = await queryRows<{ bucket: Buffer; fullAt: number }>(db, {
    name: 'rate-bucket-add',
    // In the order of the keys, so that two processes cannot deadlock. Citus passes parameters to the conflict clause of an insert that
    // selects from a table only, so no row of one is joined.
    text: `
      insert into rate_buckets as b (bucket, store_id, full_at)
      select u.bucket, u.store_id, to_timestamp((least(u.used, u.furthest) + $5::float8) / 1000.0)
      from unnest($1::bytea[], $2::uuid[], $3::float8[], $4::float8[]) as u (bucket, store_id, used, furthest)
      left join rate_buckets none on false
      order by u.bucket
      on conflict (bucket) do update set full_at =
        ${shiftedInstant(`greatest(b.full_at, ${present})`, `(excluded.full_at - ${present})`)}
      returning bucket, ${milliseconds('full_at')} as "fullAt"`,
    values: [
      usages.map(({ bucket }) => bucket),
      usages.map(({ storeId }) => storeId),
      usages.map(({ usedMs }) => usedMs),
      usages.map(({ furthestMs }) => furthestMs),
      now,
    ],
  });
  const fullAt = new Map(rows.map((row) => [row.bucket.toString('hex'), row.fullAt]));
  return usages.map(({ bucket, furthestMs }) => Math.min(fullAt.get(bucket.toString('hex')) ?? now, now + furthestMs));
}

/** Deletes buckets that are full at an instant: a missing bucket counts as full. */
export const rateBucketPurge = deleteOldest('rate_buckets', 'full_at');

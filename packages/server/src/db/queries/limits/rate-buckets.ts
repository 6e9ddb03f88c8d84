import { milliseconds } from '../../driver/milliseconds.ts';
import type { Queryable } from '../../pool.ts';

/** What a process used of a bucket, as the time that it takes to come back. `furthestMs`: how far ahead a bucket can be. */
export type BucketUsage = { bucket: Buffer; storeId: string | null; usedMs: number; furthestMs: number };

/**
 * CHK9: adds what a process used to the buckets that all processes share, each at most once. Returns, in their order, the instants at
 * which they are full again. Milliseconds.
 */
export async function rateBucketAdd(db: Queryable, usages: readonly BucketUsage[], now: number): Promise<number[]> {
  const { rows } = await db.query<{ bucket: Buffer; fullAt: number }>({
    name: 'rate-bucket-add',
    // In the order of their keys, so that two processes do not wait for each other in a circle.
    text: `
      insert into rate_buckets as b (bucket, store_id, full_at)
      select u.bucket, u.store_id, to_timestamp((least(u.used, u.furthest) + $5::float8) / 1000.0)
      from unnest($1::bytea[], $2::uuid[], $3::float8[], $4::float8[]) as u (bucket, store_id, used, furthest)
      order by u.bucket
      on conflict (bucket) do update set full_at =
        greatest(b.full_at, to_timestamp($5::float8 / 1000.0)) + (excluded.full_at - to_timestamp($5::float8 / 1000.0))
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

/** Deletes up to `limit` buckets that are full at `now` (milliseconds): a full one is the same as none. Returns how many. */
export async function rateBucketPurge(db: Queryable, now: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from rate_buckets where bucket in (
       select bucket from rate_buckets where full_at < to_timestamp($1 / 1000.0) order by full_at limit $2 for update skip locked)`,
    [now, limit],
  );
  return rowCount ?? 0;
}

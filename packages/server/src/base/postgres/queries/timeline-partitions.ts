import type { Queryable } from '../pool.ts';
import { affectedRows, execute, queryColumn, queryRows } from '../query.ts';

/** A range of run ids: from `from`, and below `to`. */
export type IdRange = { readonly from: string; readonly to: string };

/** The names of the partitions of run_timeline_segments. */
export const segmentPartitionList = (db: Queryable): Promise<string[]> =>
  queryColumn(db, {
    text: `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'run_timeline_segments'::regclass`,
  });

/**
 * Creates a partition; returns whether this call created it. It is attached only when its table is complete, so readers and writers of
 * run_timeline_segments do not wait.
 */
export async function segmentPartitionAttach(db: Queryable, name: string, { from, to }: IdRange): Promise<boolean> {
  try {
    await execute(db, { text: 'select make_timeline_partition($1, $2, $3)', values: [name, from, to] });
    return true;
  } catch (error) {
    return unless(error, codes.isThere);
  }
}

/**
 * Drops a partition whose runs are all deleted; returns whether it did. It waits up to a second for readers and writers of
 * run_timeline_segments, which queue behind it meanwhile, and then gives way to them. `detach … concurrently` would block nothing, but
 * leaves half a partition behind if it is interrupted.
 */
export async function segmentPartitionDrop(db: Queryable, name: string, { from, to }: IdRange): Promise<boolean> {
  const rows = await queryRows<{ left: boolean }>(db, {
    text: 'select exists (select from runs where run_id >= $1 and run_id < $2) as left',
    values: [from, to],
  });
  if (rows[0]!.left) return false;
  try {
    await execute(db, { text: 'select drop_timeline_partition($1)', values: [name] });
    return true;
  } catch (error) {
    return unless(error, codes.isInUse);
  }
}

/** Deletes up to `limit` timeline segments of a partition whose run is deleted; returns how many. */
export async function segmentDeleteExpired(db: Queryable, { from, to }: IdRange, limit: number): Promise<number> {
  // Both ranges select the same partition, in which a ctid is unique.
  return affectedRows(db, {
    text: `delete from run_timeline_segments where run_id >= $1 and run_id < $2 and ctid = any(array(
       select c.ctid from run_timeline_segments c
       where c.run_id >= $1 and c.run_id < $2 and not exists (select from runs r where r.run_id = c.run_id)
       limit $3 for update skip locked))`,
    values: [from, to, limit],
  });
}

const codes = { isThere: '42P07', isInUse: '55P03' };

/** Returns false for an error with this code; throws any other. */
function unless(error: unknown, code: string): false {
  if ((error as { code?: string }).code === code) return false;
  throw error;
}

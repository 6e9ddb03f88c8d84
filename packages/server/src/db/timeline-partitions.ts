// The partitions of run_timeline_segments. The id of a run begins with the instant it was made at (UUID version 7), so that a range of ids is a
// span of time.
//
// INV1. The current month and those ahead have a partition long before it is needed: every start makes them (migrate), and
//     a job does. None is needed for the past: a live run keeps the partition of its month.
// INV2. Ids below the first month, of a clock that was behind, have a partition of their own. It stays.
// INV3. There is none for all the rest: what lay in it would be in the way of the partition of its month.
import { firstIdOf, idInstant } from '../platform/ids.ts';
import { segmentPartitionAttach, segmentPartitionList, type IdRange } from './queries/runs/timeline-partitions.ts';
import type { Queryable } from './pool.ts';

/** A partition: the runs from one id on and below another. `endsAt`: all of them began before this instant, in milliseconds. */
export type SegmentMonth = IdRange & { readonly partition: string; readonly endsAt: number };

const prefix = 'run_timeline_segments_';
/** What has no month (INV2). */
const earliest = `${prefix}before`;
const lowestId = '00000000-0000-0000-0000-000000000000';
/** The number of months ahead that have partitions: this long every worker may be down. */
const ahead = 3;

/** The month in which an instant is, in UTC, or `later` months after it. */
function monthOf(instant: number, later = 0): SegmentMonth {
  const at = new Date(instant);
  const [start, endsAt] = [later, later + 1].map((months) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));
  const partition = prefix + new Date(start!).toISOString().slice(0, 7).replace('-', '_');
  return { partition, from: firstIdOf(start!), to: firstIdOf(endsAt!), endsAt: endsAt! };
}

const before = ({ from }: SegmentMonth): SegmentMonth => ({
  partition: earliest,
  from: lowestId,
  to: from,
  endsAt: idInstant(from),
});

/** Whether it may go as a whole (INV2). */
export const isMonth = ({ partition }: SegmentMonth): boolean => partition !== earliest;

/** All partitions that there are, in the order of time. */
export async function listSegmentMonths(db: Queryable): Promise<SegmentMonth[]> {
  const names = await segmentPartitionList(db);
  const months = names
    .filter((name) => name !== earliest)
    .sort()
    .map((name) => monthOf(Date.parse(`${name.slice(prefix.length).replace('_', '-')}-01T00:00:00Z`)));
  return names.includes(earliest) ? [before(months[0]!), ...months] : months;
}

/**
 * Makes the partitions that are missing, up to those ahead of `now` (milliseconds); none is left out, however long ago the last one was made.
 * Returns how many it made.
 */
export async function createSegmentMonths(db: Queryable, now: number): Promise<number> {
  const there = await listSegmentMonths(db);
  const last = monthOf(now, ahead);
  const missing: SegmentMonth[] = [];
  for (let month = monthOf(there.at(-1)?.endsAt ?? now); month.to <= last.to; month = monthOf(month.endsAt))
    missing.push(month);
  // The last to be made, so that where it is there are months.
  if (there.every(isMonth)) missing.push(before(there[0] ?? monthOf(now)));
  let made = 0;
  for (const month of missing) if (await segmentPartitionAttach(db, month.partition, month)) made++;
  return made;
}

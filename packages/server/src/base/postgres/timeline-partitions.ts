// The partitions of run_timeline_segments. A run's id begins with its creation instant (UUID version 7), so a range of ids is a span of
// time.
//
// INV1. The current month and the months ahead have a partition long before it is needed: every start makes them (migrate), and so does a
//     job. Past months need no new one: a live run keeps the partition of its month.
// INV2. Ids below the first month, made by a clock that was behind, have one separate partition. It is never dropped.
// INV3. There is no default partition: its rows would block the creation of a month's partition.
import { firstIdOf, idInstant, lowestId } from '../ids.ts';
import { segmentPartitionAttach, segmentPartitionList, type IdRange } from './queries/timeline-partitions.ts';
import type { Queryable } from './pool.ts';

/** A partition: the runs with ids in a range. `endsAt`: all of them began before this instant, in milliseconds. */
export type SegmentMonth = IdRange & { readonly partition: string; readonly endsAt: number };

const prefix = 'run_timeline_segments_';
/** The partition of ids below the first month (INV2). */
const earliest = `${prefix}before`;
/** Months ahead that have partitions: all workers may be down that long. */
const ahead = 3;

/** The month of an instant, in UTC, or the month `later` months after it. */
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

/** Whether a partition holds one month and may be dropped (INV2). */
export const isMonth = ({ partition }: SegmentMonth): boolean => partition !== earliest;

/** All existing partitions in chronological order. */
export async function listSegmentMonths(db: Queryable): Promise<SegmentMonth[]> {
  const names = await segmentPartitionList(db);
  const months = names
    .filter((name) => name !== earliest)
    .sort()
    .map((name) => monthOf(Date.parse(`${name.slice(prefix.length).replace('_', '-')}-01T00:00:00Z`)));
  return names.includes(earliest) ? [before(months[0]!), ...months] : months;
}

/**
 * Makes the missing partitions up to three months ahead of `now` (milliseconds), without gaps, however old the last existing one is.
 * Returns how many it made.
 */
export async function createSegmentMonths(db: Queryable, now: number): Promise<number> {
  const there = await listSegmentMonths(db);
  const last = monthOf(now, ahead);
  const missing: SegmentMonth[] = [];
  for (let month = monthOf(there.at(-1)?.endsAt ?? now); month.to <= last.to; month = monthOf(month.endsAt))
    missing.push(month);
  // Made last: where it exists, the months exist too.
  if (there.every(isMonth)) missing.push(before(there[0] ?? monthOf(now)));
  let made = 0;
  for (const month of missing) if (await segmentPartitionAttach(db, month.partition, month)) made++;
  return made;
}

import { isMonth, listSegmentMonths, createSegmentMonths } from '../../base/postgres/timeline-partitions.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { segmentDeleteExpired, segmentPartitionDrop } from '../../base/postgres/queries/timeline-partitions.ts';
import { inBatches } from './in-batches.ts';
import type { RetentionDays } from './retention.ts';
import { longestRun } from './sweep.ts';

const day = 24 * 60 * 60_000;
const batchSize = 5_000;

/**
 * Creates the partitions of coming months, and drops those of months whose runs are all deleted. If a month keeps some very long run, the
 * segments of its deleted runs are deleted row by row. Any number of workers may run this concurrently. `now` in milliseconds; returns the
 * number of created and dropped partitions and deleted segments.
 */
export async function rotatePartitions(
  db: Database,
  retention: RetentionDays,
  now: number,
  signal: AbortSignal,
): Promise<number> {
  let turned = await createSegmentMonths(db, now);
  const until = now - retention.runs * day;
  for (const month of await listSegmentMonths(db)) {
    const { partition, endsAt } = month;
    if (signal.aborted || endsAt > until) break;
    if (isMonth(month) && (await segmentPartitionDrop(db, partition, month))) turned++;
    else if (endsAt <= until - longestRun * day) {
      turned += await inBatches(signal, batchSize, () => segmentDeleteExpired(db, month, batchSize));
    }
  }
  return turned;
}

import { isMonth, listSegmentMonths, createSegmentMonths } from '../db/timeline-partitions.ts';
import type { Database } from '../db/pool.ts';
import { segmentDeleteExpired, segmentPartitionDrop } from '../db/queries/runs/timeline-partitions.ts';
import { inBatches } from './in-batches.ts';
import type { RetentionDays } from './retention.ts';
import { longestRun } from './sweep.ts';

const day = 24 * 60 * 60_000;
const batchSize = 5_000;

/**
 * Makes the partitions of the months to come, and removes those of months of which no run is left. Where some run lives for very long, the
 * timeline segments of the others are removed one by one. Any number of workers may do this at once. `now` in milliseconds; returns how many
 * partitions and timeline segments were made or removed.
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

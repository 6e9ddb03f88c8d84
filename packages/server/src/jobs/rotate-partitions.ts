import { isMonth, listChapterMonths, makeChapterMonths } from '../db/timeline-partitions.ts';
import type { Database } from '../db/pool.ts';
import { chapterForgetGone, chapterPartitionDrop } from '../db/queries/runs/timeline-partitions.ts';
import { inPortions } from './in-batches.ts';
import type { KeptDays } from './retention.ts';
import { longestRun } from './sweep.ts';

const day = 24 * 60 * 60_000;
const batchSize = 5_000;

/**
 * Makes the partitions of the months to come, and removes those of months of which no run is left. Where some run lives for very long, the
 * chapters of the others are removed one by one. Any number of workers may do this at once. `now` in milliseconds; answers how many
 * partitions and chapters came or went.
 */
export async function turnMonths(db: Database, kept: KeptDays, now: number, signal: AbortSignal): Promise<number> {
  let turned = await makeChapterMonths(db, now);
  const until = now - kept.runs * day;
  for (const month of await listChapterMonths(db)) {
    const { partition, endsAt } = month;
    if (signal.aborted || endsAt > until) break;
    if (isMonth(month) && (await chapterPartitionDrop(db, partition, month))) turned++;
    else if (endsAt <= until - longestRun * day) {
      turned += await inPortions(signal, batchSize, () => chapterForgetGone(db, month, batchSize));
    }
  }
  return turned;
}

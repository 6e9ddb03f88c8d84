import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import {
  conversionCounts,
  conversionPage,
  type ConversionCount,
  type ListedConversion,
} from './queries/conversion-listings.ts';
import type { ConversionState } from './queries/conversions.ts';

const day = 24 * 60 * 60_000;

/** Rows of one page. */
const pageSize = 50;

/** COM38: a page of the ledger, newest first. `next`: the cursor of the next page; null: there is none. */
export async function pageOfConversions(
  db: Database,
  storeId: string,
  filter: { state?: ConversionState | undefined; after?: string | undefined },
): Promise<{ rows: readonly ListedConversion[]; next: string | null }> {
  const rows = await conversionPage(db, storeId, { ...filter, limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  return { rows: page, next: rows.length > pageSize ? page.at(-1)!.cursor : null };
}

/** COM38: the counts of the last 30 days, of the newest 10,000 conversions at most. */
export const recentCounts = (
  { db, clock }: { db: Database; clock: Clock },
  storeId: string,
): Promise<ConversionCount[]> => conversionCounts(db, storeId, clock() - 30 * day);

// Lists of runs. A search for a complete e-mail address, phone or order number finds runs of any age. Every other search reads only the
// newest runs, in pages, so that a response never waits for all runs of a large store.
import type { Database } from '../../base/postgres/pool.ts';
import { purchaseNamed, purchaseNameIn } from '../../shop/orders/queries/purchase-contacts.ts';
import {
  looksAtPurchases,
  runListingFloor,
  runListingIds,
  runListingList,
  type RunFilter,
  type RunListing,
  type RunPlace,
} from '../engine/queries/run-listings.ts';
import { idInstant } from '../../base/ids.ts';

/** The most runs that one response reads, by the tables that the filter needs: the runs themselves cost least. */
const windows = { ofRuns: 10_000, ofMessages: 1_000, ofPurchases: 500 };
/** The most results of an exact search, newest first. */
const maxNamed = 1_000;

/**
 * A page of runs. `next`: the id for the next page; null: there are no more. `reached`: how far back the search read, if the page is not
 * full.
 */
type RunPage = { runs: RunListing[]; next: string | null; reached: Date | null };

/** The newest runs of a store that match a filter and are older than `before`, at most `size`. */
export async function pageOfRuns(
  db: Database,
  storeId: string,
  filter: RunFilter,
  { before, size }: { before?: string | undefined; size: number },
): Promise<RunPage> {
  const place = await placeFor(db, storeId, filter, before);
  const found = await runListingList(db, storeId, filterAt(filter, place), { ...place, limit: size + 1 });
  const runs = found.slice(0, size);
  if (found.length > size) return { runs, next: runs.at(-1)!.runId, reached: null };
  return endAt(runs, place.floor, filter);
}

/** The number of the newest runs that match a filter, at most `max`; `isMore`: there may be more. */
export async function countRuns(
  db: Database,
  storeId: string,
  filter: RunFilter,
  max: number,
): Promise<{ count: number; isMore: boolean }> {
  const place = await placeFor(db, storeId, filter, undefined);
  const found = await runListingIds(db, storeId, filterAt(filter, place), { ...place, limit: max + 1 });
  const isCut = endAt([], place.floor, filter).next !== null;
  return { count: Math.min(found.length, max), isMore: found.length > max || isCut };
}

/** The ids of all runs that match a filter, of any age; at most `limit`. */
export async function idsOfRuns(db: Database, storeId: string, filter: RunFilter, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let before: string | undefined; ;) {
    const place = await placeFor(db, storeId, filter, before);
    const batchSize = { ...place, limit: limit - found.length };
    found.push(...(await runListingIds(db, storeId, filterAt(filter, place), batchSize)));
    before = endAt([], place.floor, filter).next ?? undefined;
    if (before === undefined || found.length >= limit) return found;
  }
}

/** Where to search. An exact search gives the events of its runs; an empty filter needs no floor, since it fills a page at once. */
async function placeFor(
  db: Database,
  storeId: string,
  filter: RunFilter,
  before: string | undefined,
): Promise<RunPlace> {
  const { automationId, search, people = false } = filter;
  if (search) {
    const { events } = await purchaseNamed(db, storeId, purchaseNameIn(search, people), maxNamed);
    if (events.length > 0) return { before, events };
  }
  if (!isSparse(filter)) return { before };
  return { before, floor: await runListingFloor(db, storeId, { automationId, before, window: windowOf(filter) }) };
}

function windowOf(filter: RunFilter): number {
  if (looksAtPurchases(filter)) return windows.ofPurchases;
  return filter.step !== undefined || filter.channel ? windows.ofMessages : windows.ofRuns;
}

/** Whether the filter may match only few runs. */
const isSparse = ({ state, version, step, channel, search, min, max }: RunFilter): boolean =>
  [state, version, step, channel, search, min, max].some((value) => value !== undefined);

/** Drops the search text if its events are already known. */
const filterAt = (filter: RunFilter, { events }: RunPlace): RunFilter =>
  events ? { ...filter, search: undefined } : filter;

function endAt(runs: RunListing[], floor: string | undefined, { since }: RunFilter): RunPage {
  if (floor === undefined) return { runs, next: null, reached: null };
  const reached = new Date(idInstant(floor));
  return since && reached < since ? { runs, next: null, reached: null } : { runs, next: floor, reached };
}

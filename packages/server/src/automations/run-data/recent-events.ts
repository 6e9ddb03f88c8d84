import { compileTemplate, render, type RunData, type Trigger } from '@retoma/flow';
import type { Database } from '../../base/postgres/pool.ts';
import { eventListNewest } from '../../shop/events/queries/event-listings.ts';
import { runRecordsRead, type RunRecords } from '../engine/queries/run-records.ts';
import { storeFind, type StoreRow } from '../../stores/queries/stores.ts';
import { payOrigin } from '../../base/links/store-url.ts';
import { buildRunData } from './run-data.ts';

// Real events of a store, for test runs of an automation. Takes no locks and writes nothing.

/** Dependencies of reading. `baseUrl`: without a trailing slash; `now`: milliseconds since 1970. */
export type RecentDeps = { readonly db: Database; readonly baseUrl: string; readonly now: number };

/** An event. `order`: the number of its order; `name`: of the person; both as currently stored, null if unknown. */
export type RecentEvent = {
  readonly eventId: string;
  readonly at: Date;
  readonly order: string | null;
  readonly name: string | null;
};

/** The number of listed events. */
const limit = 10;

/** The newest events of a kind at a store, the newest first. */
export async function listRecentEvents(deps: RecentDeps, storeId: string, type: Trigger): Promise<RecentEvent[]> {
  const store = await storeFind(deps.db, storeId);
  if (!store) return [];
  const eventIds = await eventListNewest(deps.db, storeId, type, limit);
  const records = await runRecordsRead(deps.db, eventIds);
  return records.flatMap((found) => (found ? [toRecentEvent(found, dataOf(deps, store, found, ['order']))] : []));
}

const templates = {
  number: compileTemplate('{{order.number}}', 'plain'),
  id: compileTemplate('{{order.id}}', 'plain'),
  customer: compileTemplate('{{customer.name}}', 'plain'),
  lead: compileTemplate('{{lead.name}}', 'plain'),
};

function toRecentEvent({ event: { eventId, occurredAt } }: RunRecords, data: RunData): RecentEvent {
  const eventText = (name: keyof typeof templates): string => render(templates[name], data, { baseUrl: '' }).trim();
  return {
    eventId,
    at: new Date(occurredAt),
    order: eventText('number') || eventText('id') || null,
    name: eventText('customer') || eventText('lead') || null,
  };
}

/** An event, with the data that a run of it would read now. */
export type FullEvent = RecentEvent & { readonly data: RunData; readonly timeZone: string };

/** Reads one event of a store; undefined if the store has none with that id. */
export async function readRecentEvent(
  deps: RecentDeps,
  storeId: string,
  eventId: string,
): Promise<FullEvent | undefined> {
  const store = await storeFind(deps.db, storeId);
  const [found] = await runRecordsRead(deps.db, [eventId]);
  if (!store || found?.event.storeId !== storeId) return undefined;
  const data = dataOf(deps, store, found);
  return { ...toRecentEvent(found, data), data, timeZone: store.timeZone };
}

/** The data of a run, but with an example as the unsubscribe link: each reader's real link works, and is private to the reader. */
function dataOf({ baseUrl, now }: RecentDeps, store: StoreRow, found: RunRecords, read?: Iterable<string>): RunData {
  const data = buildRunData(found, { store, baseUrl, now }, read);
  if (!data.store) return data;
  return { ...data, store: { ...data.store, unsubscribe_url: `${payOrigin(store, baseUrl)}/u/exemplo` } };
}

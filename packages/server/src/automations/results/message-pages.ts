import type { Database } from '../../base/postgres/pool.ts';
import { purchaseNamed, purchaseNameIn } from '../../shop/orders/queries/purchase-contacts.ts';
import {
  messageListingList,
  messageListingSearch,
  type MessageFilter,
  type MessageListing,
  type MessagePlace,
} from '../delivery/queries/message-listings.ts';

/** The most messages that one search reads; a search by name reads fewer, since it reads the purchase of each message. */
const windows = { ofMessages: 5_000, ofNames: 1_000 };
/** The most purchases of an exact search, newest first. */
const maxNamed = 1_000;

/** A filter of messages. `search`: an order's number; with `people` also part of a name, an e-mail address or a phone. */
export type MessageSearch = Omit<MessageFilter, 'events' | 'text'> & {
  readonly search?: string | undefined;
  readonly people: boolean;
};

/**
 * A page of messages. `next`: the key for the next page; null: there are no more. `reached`: how far back the search read, if the page is
 * not full.
 */
type MessagePage = { messages: MessageListing[]; next: MessagePlace | null; reached: Date | null };

/** The messages of a store that match a filter after `before`, latest due first, at most `size`. */
export async function pageOfMessages(
  db: Database,
  storeId: string,
  { search, people, ...others }: MessageSearch,
  { before, size }: { before?: MessagePlace | undefined; size: number },
): Promise<MessagePage> {
  const filter = { ...others, ...(search && (await searched(db, storeId, search, people))) };
  const window = filter.text === undefined ? windows.ofMessages : windows.ofNames;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const { messages: found, end } = isFiltered
    ? await messageListingSearch(db, storeId, filter, { before, window, limit: size + 1 })
    : { messages: await messageListingList(db, storeId, { before, limit: size + 1 }), end: undefined };
  const messages = found.slice(0, size);
  if (found.length > size) return { messages, next: cursorOf(messages.at(-1)!), reached: null };
  return { messages, next: end ?? null, reached: end ? new Date(end.due) : null };
}

/** The events that a search names exactly, of any age; else the text, among the newest messages. */
async function searched(
  db: Database,
  storeId: string,
  search: string,
  people: boolean,
): Promise<Pick<MessageFilter, 'events' | 'text'>> {
  const { events } = await purchaseNamed(db, storeId, purchaseNameIn(search, people), maxNamed);
  return events.length > 0 || !people ? { events } : { text: search };
}

const cursorOf = ({ dueText: due, runId, messageKey: message }: MessageListing): MessagePlace => ({
  due,
  runId,
  message,
});

import type { Database } from '../../base/postgres/pool.ts';
import {
  messageListingList,
  messageListingSearch,
  type MessageFilter,
  type MessageListing,
  type MessagePlace,
} from '../delivery/queries/message-listings.ts';

/** The most messages that one search reads. */
const window = 5_000;

/**
 * A page of messages. `next`: the key for the next page; null: there are no more. `reached`: how far back the search read, if the page is
 * not full.
 */
type MessagePage = { messages: MessageListing[]; next: MessagePlace | null; reached: Date | null };

/** The messages of a store that match a filter after `before`, latest due first, at most `size`. */
export async function pageOfMessages(
  db: Database,
  storeId: string,
  filter: MessageFilter,
  { before, size }: { before?: MessagePlace | undefined; size: number },
): Promise<MessagePage> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const { messages: found, end } = isFiltered
    ? await messageListingSearch(db, storeId, filter, { before, window, limit: size + 1 })
    : { messages: await messageListingList(db, storeId, { before, limit: size + 1 }), end: undefined };
  const messages = found.slice(0, size);
  if (found.length > size) return { messages, next: cursorOf(messages.at(-1)!), reached: null };
  return { messages, next: end ?? null, reached: end ? new Date(end.due) : null };
}

const cursorOf = ({ dueText: due, runId, messageKey: message }: MessageListing): MessagePlace => ({
  due,
  runId,
  message,
});

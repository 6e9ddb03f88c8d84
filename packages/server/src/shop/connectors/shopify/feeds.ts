import { PlatformFailure, type Feed, type FeedPage, type FeedPosition, type Resource } from '../connector.ts';
import { listAt, textAt, valueAt } from '../read-json.ts';
import { readInstant } from '../read-instant.ts';
import { adminRequest, readData } from './call.ts';
import { checkoutsDocument, ordersDocument } from './documents.ts';
import { checkoutFromNode, orderFromNode } from './read-node.ts';

const minute = 60_000;

/**
 * How far a reading goes back behind the last change seen, as what was changed then may have been listed later. `short`: of readings that
 * follow each other quickly; the whole overlap is then read again at each regular interval.
 */
const overlapMs = { whole: 10 * minute, short: 2 * minute };

const everyMs = 10 * minute;

/** Shopify lists a checkout as abandoned 10 minutes after its last change. */
const listedAfterMs = 10 * minute;

/**
 * Where a reading is. `from`, `until`: the changes that it reads, milliseconds since 1970; `until` null: no end. `after`: Shopify's cursor of
 * the last page; null: at the begin. `latest`: the last change seen. `whole`: the last reading with the whole overlap: its begin, and its last
 * change; null while it is under way.
 */
type Cursor = {
  readonly from: number;
  readonly until: number | null;
  readonly after: string | null;
  readonly latest: number;
  readonly whole: { readonly at: number; readonly latest: number | null };
};

function cursorAt({ cursor, since, now }: FeedPosition, until: number | null): Cursor {
  const begun = { until, after: null, whole: { at: now, latest: null } };
  if (cursor === null) return { ...begun, from: since, latest: since };
  const saved = JSON.parse(cursor) as Cursor;
  if (saved.after !== null) return saved;
  const { latest, whole } = saved;
  const from = (behind: number): number => Math.max(since, behind);
  return now - whole.at >= everyMs
    ? { ...begun, from: from((whole.latest ?? latest) - overlapMs.whole), latest }
    : { ...begun, from: from(latest - overlapMs.short), latest, whole };
}

/** The search of Shopify's lists, in whole seconds: `updated_at:>='2026-11-29T08:00:00Z'`. */
function search({ from, until }: Cursor): string {
  const bound = (mark: string, at: number): string => `updated_at:${mark}'${new Date(at).toISOString().slice(0, 19)}Z'`;
  return [bound('>=', from), ...(until === null ? [] : [bound('<=', until)])].join(' ');
}

/** A page, and where the next one begins: behind it, or with an overlap once the list is at its end. */
function page(list: unknown, cursor: Cursor, resources: readonly Resource[], total: number | null): FeedPage {
  const seen = listAt(list, 'nodes').map((node) => Date.parse(readInstant(textAt(node, 'updatedAt')) ?? ''));
  const latest = Math.max(cursor.latest, ...seen.filter((at) => !Number.isNaN(at)));
  const after = textAt(list, 'pageInfo', 'endCursor') ?? null;
  const more = valueAt(list, 'pageInfo', 'hasNextPage') === true && after !== null;
  const end = cursor.until ?? latest;
  const { at, latest: wholeLatest } = cursor.whole;
  const next: Cursor = more
    ? { ...cursor, after, latest }
    : { ...cursor, after: null, latest: end, whole: { at, latest: wholeLatest ?? end } };
  return { resources, cursor: JSON.stringify(next), more, total };
}

const listOf = (data: unknown, name: string): unknown => {
  const list = valueAt(data, name);
  if (!Array.isArray(valueAt(list, 'nodes'))) throw new PlatformFailure('unreadable', `${name} without nodes`);
  return list;
};

/** CON5: orders by their last change. */
const orders: Feed = {
  everyMs,
  request(at, { shop, credentials }) {
    const cursor = cursorAt(at, null);
    const variables = { after: cursor.after, query: search(cursor) };
    return adminRequest(shop, credentials['accessToken'] ?? '', ordersDocument, variables);
  },
  read(response, at) {
    const data = readData(response);
    const list = listOf(data, 'orders');
    const resources = listAt(list, 'nodes').map((node): Resource => ({ kind: 'order', json: orderFromNode(node) }));
    const total = textAt(data, 'ordersCount', 'count');
    return page(list, cursorAt(at, null), resources, total === undefined ? null : Number(total));
  },
};

/**
 * CON8: checkouts that were left for the store's delay. Shopify cannot sort them by their last change, so a window of changes is read by id;
 * its overlap covers what is listed only after 10 minutes.
 */
const carts: Feed = {
  everyMs,
  request(at, { shop, credentials }) {
    const cursor = cursorAt(at, windowEnd(at));
    const variables = { after: cursor.after, query: `${search(cursor)} status:open` };
    return adminRequest(shop, credentials['accessToken'] ?? '', checkoutsDocument, variables);
  },
  read(response, at) {
    const list = listOf(readData(response), 'abandonedCheckouts');
    const resources = listAt(list, 'nodes').map((node): Resource => ({ kind: 'cart', json: checkoutFromNode(node) }));
    return page(list, cursorAt(at, windowEnd(at)), resources, null);
  },
};

const windowEnd = ({ now, abandonMinutes }: FeedPosition): number =>
  now - Math.max(abandonMinutes * minute, listedAfterMs);

/** CON5, CON8: what is read again and again. */
export const feeds = { orders, carts };

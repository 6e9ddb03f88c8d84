// Both lists are read page by page within bounds that stay fixed: orders between two instants, checkouts above an id. The platform documents
// no order of a list, and an element that leaves the bounds moves those behind it one place forward. So the first page, which states how
// many there are, is followed by the last page and then by those before it, down to the first again: what moves is read twice, never missed.
//
// INV1. A cursor passes only what was read.
// INV2. No request asks beyond the 10,000th element, which the platform refuses: a longer window is halved.
import type { Feed, FeedPage, FeedPosition, PlatformResponse } from '../connector.ts';
import { textAt } from '../read-json.ts';
import { readList, requestTo } from './call.ts';
import { instantAt } from './fields.ts';

const pageSize = 200;
const mostElements = 10_000;
const minute = 60_000;
/** How far a reading goes back before the end of the one before: changes become visible late, and clocks differ. */
const overlap = 5 * minute;

/** The page after `page`, which is null for the first request; null: it was the last. */
function pageAfter(page: number | null, total: number): number | null {
  const next = page === null ? Math.ceil(Math.min(total, mostElements) / pageSize) : page - 1;
  return page === null ? (next > 1 ? next : null) : next > 0 ? next : null;
}

/** Cursors: `from`, `from-to` or `from-to-page`; instants in milliseconds. */
function windowOf({ cursor, since, now }: FeedPosition): { from: number; to: number; page: number | null } {
  const [, from, to, page] = /^(\d{1,14})(?:-(\d{1,14})(?:-(\d{1,3}))?)?$/.exec(cursor ?? '') ?? [];
  const start = from === undefined ? since : Number(from);
  return {
    from: start,
    to: to === undefined ? Math.max(now, start) : Number(to),
    page: page === undefined ? null : Number(page),
  };
}

const iso = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** CON5, CON14: orders by their last change. */
export const orderFeed: Feed = {
  everyMs: 10 * minute,
  request: (at, shop) => {
    const { from, to, page } = windowOf(at);
    const bounds = { updated_at_min: iso(from), updated_at_max: iso(to + 999) };
    return requestTo(shop, 'GET', '/orders', { query: { ...bounds, ...pageQuery(page) } });
  },
  read: (response, at) => readOrders(response, at),
};

const pageQuery = (page: number | null) => ({ page: String(page ?? 1), per_page: String(pageSize) });

function readOrders(response: PlatformResponse, at: FeedPosition): FeedPage {
  const { list, total } = readList(response);
  const { from, to, page } = windowOf(at);
  const isTooLong = total === null ? list.length >= pageSize : total > mostElements;
  if (page === null && isTooLong && to - from > 2_000) {
    const middle = Math.floor((from + to) / 2);
    return { resources: [], cursor: `${from}-${middle}`, more: true, total: null };
  }
  const resources = list.map((json) => ({ kind: 'order' as const, json }));
  const next = pageAfter(page, total ?? list.length);
  if (next !== null)
    return { resources, cursor: `${from}-${to}-${next}`, more: true, total: page === null ? total : null };
  // A window that was halved ends before now: the next begins where it ends.
  const more = to < at.now - minute;
  const start = more || to - overlap <= from ? to : to - overlap;
  return { resources, cursor: String(start), more, total: page === null ? total : null };
}

/** How long after its creation a checkout may appear in the list: 6 hours after it was abandoned, and it may have been used for some. */
const lateMs = 12 * 60 * minute;

/**
 * A reading of checkouts. `above`: ids are higher. `passed`: the highest id that need not be read again; `held`: the lowest that somebody still
 * uses.
 */
type CheckoutReading = {
  readonly above: bigint;
  readonly page: number | null;
  readonly passed: bigint;
  readonly held: bigint | null;
};

/** Cursors: `above` before a reading, `above-page-passed-held` within one; a `held` of 0 is none. */
function readingOf({ cursor }: FeedPosition): CheckoutReading {
  const [, above, page, passed, held] = /^(\d{1,20})(?:-(\d{1,3})-(\d{1,20})-(\d{1,20}))?$/.exec(cursor ?? '') ?? [];
  const start = BigInt(above ?? 0);
  if (page === undefined) return { above: start, page: null, passed: start, held: null };
  return { above: start, page: Number(page), passed: BigInt(passed!), held: held === '0' ? null : BigInt(held!) };
}

/**
 * CON8, CON14: abandoned checkouts by id. One appears up to 6 hours after it was abandoned, so a higher id may be listed before it: those of the
 * last hours are read again and again. One that somebody still uses waits.
 */
export const checkoutFeed: Feed = {
  everyMs: 10 * minute,
  request: (at, shop) => {
    const { above, page } = readingOf(at);
    const bounds = above === 0n ? { created_at_min: iso(at.since) } : {};
    return requestTo(shop, 'GET', '/checkouts', { query: { since_id: String(above), ...bounds, ...pageQuery(page) } });
  },
  read: (response, at) => readCheckouts(response, at),
};

function readCheckouts(response: PlatformResponse, at: FeedPosition): FeedPage {
  const { list, total } = readList(response);
  const reading = readingOf(at);
  const { above, page } = reading;
  const isWithin = (json: unknown, key: string, ms: number): boolean =>
    Date.parse(instantAt(json, key) ?? '') > at.now - ms;
  const checkouts = list.map((json) => ({
    json,
    id: checkoutIdOf(json),
    isUsed: isWithin(json, 'updated_at', at.abandonMinutes * minute),
    isNew: isWithin(json, 'created_at', lateMs),
  }));
  let { passed, held } = reading;
  for (const { id, isUsed, isNew } of checkouts) {
    if (isUsed && (held === null || id < held)) held = id;
    if (!isNew && id > passed) passed = id;
  }
  const resources = checkouts.filter(({ isUsed }) => !isUsed).map(({ json }) => ({ kind: 'cart' as const, json }));
  const next = pageAfter(page, total ?? list.length);
  const known = page === null ? total : null;
  if (next !== null) return { resources, cursor: `${above}-${next}-${passed}-${held ?? 0n}`, more: true, total: known };
  const end = held !== null && held <= passed ? held - 1n : passed;
  return { resources, cursor: String(end > above ? end : above), more: false, total: known };
}

const checkoutIdOf = (json: unknown): bigint => BigInt(/^\d{1,20}$/.exec(textAt(json, 'id') ?? '')?.[0] ?? 0);

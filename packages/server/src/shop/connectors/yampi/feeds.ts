import { PlatformFailure, type Feed, type FeedPosition } from '../connector.ts';
import { readJson, textAt } from '../read-json.ts';
import { requestTo } from './call.ts';
import { readData } from './connect.ts';
import { instantAt } from './fields.ts';

// The lists are filtered by the day of creation only: a filter by the last change is ignored, without an error. So a reading passes over the
// orders of the last days, and reports those that changed since the reading before.

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** What a reading passes over: the last days each time, and a month every six hours, since orders are shipped late. */
const [days, daysOfAll, allEvery] = [3, 30, 6 * hour] as const;
/** Changes appear in the lists up to 16 minutes late. */
const lookBack = 30 * minute;

/** Where a reading is. `mark`: changes since then are reported; `next`: the mark of the next reading. `all`: when a month was last read. */
type FeedWindow = {
  readonly mark: number;
  readonly all: number;
  readonly next: number;
  readonly from: number;
  readonly page: string;
};

/** `mark,all` between readings, `mark,all,next,from,page` within one. */
function placeOf({ cursor, since, now }: FeedPosition, reached = now): FeedWindow {
  const written = cursor?.split(',') ?? [];
  const [mark = since, all = now, next, from] = written.slice(0, 4).map(Number);
  if (next !== undefined && from !== undefined) return { mark, all, next, from, page: written.slice(4).join(',') };
  const isAll = cursor !== null && now - all >= allEvery;
  const start = cursor === null ? since : now - (isAll ? daysOfAll : days) * day;
  return { mark, all: isAll ? now : all, next: Math.max(mark, reached), from: start, page: '' };
}

const within = ({ mark, all, next, from }: FeedWindow, page: string): string => [mark, all, next, from, page].join();
const between = ({ next, all }: FeedWindow): string => [next, all].join();

/** The filter by day, in the time of São Paulo. */
const created = (from: number, now: number): string => {
  const dayOf = (at: number): string => new Date(at - 3 * hour).toISOString().slice(0, 10);
  return `created_at:${dayOf(from)}|${dayOf(now + day)}`;
};

const include = 'items,customer,status,statuses,shipping_address,transactions';

/** CON5: orders. */
export const orderFeed: Feed = {
  everyMs: 5 * minute,
  request: (at, shop) => {
    const { from, page } = placeOf(at);
    const query = { include, date: created(from, at.now), limit: '100', page: page || '1' };
    return requestTo(shop, 'GET', '/orders', { query });
  },
  read: (response, at) => {
    const place = placeOf(at);
    const orders = readData(response.body);
    const json = readJson(response.body);
    const pages = countAt(json, 'total_pages');
    if (pages === undefined) throw new PlatformFailure('unreadable', 'no number of pages');
    const page = Number(place.page || '1');
    const more = page < pages && orders.length > 0;
    const changedSince = Math.max(at.since, place.mark - lookBack);
    return {
      resources: orders
        .filter((order) => changeOf(order) >= changedSince)
        .map((order) => ({ kind: 'order', json: order })),
      cursor: more ? within(place, String(page + 1)) : between(place),
      more,
      total: page === 1 ? (countAt(json, 'total') ?? null) : null,
    };
  },
};

/** CON8: carts that nobody changed for the store's delay. Their list goes on with an id of where it is. */
export const cartFeed: Feed = {
  everyMs: 5 * minute,
  request: (at, shop) => {
    const { from, page } = placeOf(at);
    const query = { include: 'items,customer', date: created(from, at.now), limit: '100' };
    return requestTo(shop, 'GET', '/checkout/carts', { query: page === '' ? query : { ...query, scroll_id: page } });
  },
  read: (response, at) => {
    const place = placeOf(at, at.now - at.abandonMinutes * minute);
    const carts = readData(response.body);
    const scroll = textAt(readJson(response.body), 'scroll_id') ?? '';
    const more = carts.length > 0 && scroll !== '' && scroll.length <= 1_000;
    const changedSince = Math.max(at.since, place.mark - lookBack);
    return {
      resources: carts
        .filter((cart) => changeOf(cart) >= changedSince && changeOf(cart) <= place.next)
        .map((cart) => ({ kind: 'cart', json: cart })),
      cursor: more ? within(place, scroll) : between(place),
      more,
      total: null,
    };
  },
};

/** When a resource was last changed, milliseconds since 1970; NaN: unknown. */
const changeOf = (json: unknown): number => Date.parse(instantAt(json, 'updated_at') ?? '');

function countAt(json: unknown, member: 'total' | 'total_pages'): number | undefined {
  const written = textAt(json, 'meta', 'pagination', member) ?? '';
  return /^\d{1,9}$/.test(written) ? Number(written) : undefined;
}

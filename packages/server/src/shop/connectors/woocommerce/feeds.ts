import {
  PlatformFailure,
  type ConnectedShop,
  type Feed,
  type FeedPage,
  type FeedPosition,
  type PlatformRequest,
  type PlatformResponse,
} from '../connector.ts';
import { readInstant } from '../read-instant.ts';
import { readJson, textAt } from '../read-json.ts';
import { requestTo } from './call.ts';

// A page begins where the one before ended, by the instant of change: an order that changes meanwhile moves to the end of the list, and a page
// by number would pass over another one. Only orders of one second, as after a change of many at once, are read by their place.
//
// INV1. A cursor never passes an order that was not read.

const pageSize = 50;
/** ListPlaces that are read again within a second's orders, in case some of them moved away. */
const overlap = 10;
/** How far a new reading goes back, in seconds: changes become visible late, and the filter has a grain of one second. */
const lookBack = 120;

/** The members that `translate` reads. Orders have many more. */
const members =
  'id,number,status,currency,created_via,date_created_gmt,date_modified_gmt,date_paid_gmt,total,discount_total,discount_tax,' +
  'shipping_total,shipping_tax,customer_id,billing,shipping,payment_method,payment_method_title,transaction_id,payment_url,' +
  'line_items,shipping_lines,meta_data';

/**
 * Where a reading is. `after`: seconds since 1970, exclusive; `offset`: places after it. `list`: orders, then the trash, which `any` leaves out.
 * `mark`: among orders where the reading began, in the trash where the next one begins; both in seconds. `isFirst`: nothing was read yet.
 */
type ListPlace = {
  readonly after: number;
  readonly offset: number;
  readonly list: 'any' | 'trash';
  readonly mark: number;
  readonly isFirst: boolean;
};

/** A cursor between readings is where the next one begins, `1764417600`; within one also the rest: `1764417600+40any1764417480`. */
function placeOf({ cursor, since }: FeedPosition): ListPlace {
  const [, after, offset, list, mark] = /^(\d{1,11})(?:\+(\d{1,6})(any|trash)(\d{1,11}))?$/.exec(cursor ?? '') ?? [];
  if (after !== undefined && mark !== undefined) {
    return {
      after: Number(after),
      offset: Number(offset),
      list: list as ListPlace['list'],
      mark: Number(mark),
      isFirst: false,
    };
  }
  const from = after === undefined ? Math.floor(since / 1_000) : Math.max(0, Number(after) - lookBack);
  return { after: from, offset: 0, list: 'any', mark: from, isFirst: true };
}

const within = ({ after, offset, list, mark }: Omit<ListPlace, 'isFirst'>): string =>
  `${after}+${offset}${list}${mark}`;

/** An instant as the filters take it. */
const gmt = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 19);

/** CON5, CON13: orders by their last change, then those in the trash. */
export const orderFeed: Feed = {
  everyMs: 5 * 60_000,
  request: (at, shop) => listRequest(at, shop, { status: placeOf(at).list }),
  read: (response, at) => {
    const { place, page, last } = readPage(response, at, 'order');
    if (page.more) return page;
    if (place.list === 'trash') return { ...page, cursor: String(place.mark) };
    const trash = { after: place.mark, offset: 0, list: 'trash', mark: last } as const;
    return { ...page, cursor: within(trash), more: true };
  },
};

/** CON8, CON13: drafts of the checkout in blocks that nobody changed for the store's delay. */
export const cartFeed: Feed = {
  everyMs: 5 * 60_000,
  request: (at, shop) =>
    listRequest(at, shop, {
      status: 'checkout-draft',
      modified_before: gmt(Math.floor(at.now / 1_000) - at.abandonMinutes * 60),
    }),
  read: (response, at) => readPage(response, at, 'cart').page,
};

function listRequest(at: FeedPosition, shop: ConnectedShop, filter: Readonly<Record<string, string>>): PlatformRequest {
  const { after, offset } = placeOf(at);
  return requestTo(shop, 'GET', '/orders', {
    query: {
      ...filter,
      modified_after: gmt(after),
      dates_are_gmt: 'true',
      orderby: 'modified',
      order: 'asc',
      per_page: String(pageSize),
      ...(offset > 0 && { offset: String(offset) }),
      _fields: members,
    },
  });
}

/** A page of one list, with the last change that is known then. */
function readPage(
  response: PlatformResponse,
  at: FeedPosition,
  kind: 'order' | 'cart',
): { place: ListPlace; page: FeedPage; last: number } {
  const json = readJson(response.body);
  if (!Array.isArray(json)) throw new PlatformFailure('unreadable', 'the list of orders is none');
  const place = placeOf(at);
  const changes = json.map((order) => Date.parse(readInstant(textAt(order, 'date_modified_gmt'), 'Z') ?? '') / 1_000);
  const reached = Math.max(place.after, ...changes.filter((change) => Number.isFinite(change)).map(Math.floor));
  // A reading that finds less than the last one found, since orders were changed or deleted, does not go back for good.
  const last = place.isFirst && at.cursor !== null ? Math.max(reached, place.mark + lookBack) : reached;
  const more = json.length >= pageSize;
  const page = {
    resources: json.map((order) => ({ kind, json: order })),
    cursor: more ? within({ ...place, ...nextOf(place, reached) }) : String(last),
    more,
    total: place.isFirst ? totalOf(response) : null,
  };
  return { place, page, last };
}

/** INV1: the second of the last order is read again, since more orders may be of it. */
const nextOf = ({ after, offset }: ListPlace, reached: number): Pick<ListPlace, 'after' | 'offset'> =>
  reached - 1 > after ? { after: reached - 1, offset: 0 } : { after, offset: offset + pageSize - overlap };

function totalOf({ headers }: PlatformResponse): number | null {
  const written = headers['x-wp-total'] ?? '';
  return /^\d{1,9}$/.test(written) ? Number(written) : null;
}

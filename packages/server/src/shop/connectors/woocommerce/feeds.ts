import {
  PlatformFailure,
  type ConnectedShop,
  type Feed,
  type FeedPage,
  type FeedPosition,
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
/** Places that are read again within a second's orders, in case some of them moved away. */
const overlap = 10;
/** How far a new reading goes back, in seconds: changes become visible late, and the filter has a grain of one second. */
const lookBack = 120;

/** The members that `translate` reads. Orders have many more. */
const members =
  'id,number,status,currency,created_via,date_created_gmt,date_modified_gmt,date_paid_gmt,total,discount_total,discount_tax,' +
  'shipping_total,shipping_tax,customer_id,billing,shipping,payment_method,payment_method_title,transaction_id,payment_url,' +
  'line_items,shipping_lines,meta_data';

/** A position. `after`: seconds since 1970, exclusive. `offset`: within a reading, the place after it; null: before a reading. */
type Position = { readonly after: number; readonly offset: number | null };

/** `1764417600` before a reading, `1764417600+0` within one. */
function positionOf({ cursor, since }: FeedPosition): Position {
  const [, after, offset] = /^(\d{1,11})(?:\+(\d{1,6}))?$/.exec(cursor ?? '') ?? [];
  if (after === undefined) return { after: Math.floor(since / 1_000), offset: null };
  return { after: Number(after), offset: offset === undefined ? null : Number(offset) };
}

/** An instant as the filters take it. */
const gmt = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 19);

/** CON5, CON13: orders by their last change; the status `any` has all but those in the trash. */
export const orderFeed: Feed = {
  everyMs: 5 * 60_000,
  request: (at, shop) => listRequest(at, shop, { status: 'any' }),
  read: (response, at) => readPage(response, at, 'order'),
};

/** CON8, CON13: drafts of the checkout in blocks that nobody changed for the store's delay. */
export const cartFeed: Feed = {
  everyMs: 5 * 60_000,
  request: (at, shop) =>
    listRequest(at, shop, {
      status: 'checkout-draft',
      modified_before: gmt(Math.floor(at.now / 1_000) - at.abandonMinutes * 60),
    }),
  read: (response, at) => readPage(response, at, 'cart'),
};

function listRequest(at: FeedPosition, shop: ConnectedShop, filter: Readonly<Record<string, string>>) {
  const { after, offset } = positionOf(at);
  const from = offset === null && at.cursor !== null ? Math.max(0, after - lookBack) : after;
  return requestTo(shop, 'GET', '/orders', {
    query: {
      ...filter,
      modified_after: gmt(from),
      dates_are_gmt: 'true',
      orderby: 'modified',
      order: 'asc',
      per_page: String(pageSize),
      ...(offset !== null && offset > 0 && { offset: String(offset) }),
      _fields: members,
    },
  });
}

function readPage(response: PlatformResponse, at: FeedPosition, kind: 'order' | 'cart'): FeedPage {
  const json = readJson(response.body);
  if (!Array.isArray(json)) throw new PlatformFailure('unreadable', 'the list of orders is none');
  const { after, offset } = positionOf(at);
  const changes = json.map((order) => Date.parse(readInstant(textAt(order, 'date_modified_gmt'), 'Z') ?? '') / 1_000);
  const last = Math.max(after, ...changes.filter((change) => Number.isFinite(change)).map(Math.floor));
  const more = json.length >= pageSize;
  return {
    resources: json.map((order) => ({ kind, json: order })),
    cursor: more ? nextWithin({ after, offset: offset ?? 0 }, last) : String(last),
    more,
    total: offset === null ? totalOf(response) : null,
  };
}

/** INV1: the second of the last order is read again, since more orders may be of it. */
function nextWithin({ after, offset }: { after: number; offset: number }, last: number): string {
  return last - 1 > after ? `${last - 1}+0` : `${after}+${offset + pageSize - overlap}`;
}

function totalOf({ headers }: PlatformResponse): number | null {
  const written = headers['x-wp-total'] ?? '';
  return /^\d{1,9}$/.test(written) ? Number(written) : null;
}

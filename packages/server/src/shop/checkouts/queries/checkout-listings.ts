import { firstIdOf, highestId, lowestId } from '../../../base/ids.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRow, queryRows, queryValue } from '../../../base/postgres/query.ts';
import { foldedSql, phoneDigitsIn } from '../../../base/postgres/search-text.ts';
import type { CheckoutState } from './checkouts.ts';
import { shopperTables } from './shoppers.ts';

/** A filter of a store's checkouts; a missing member filters nothing. */
export type CheckoutFilter = {
  state?: CheckoutState | undefined;
  /** Part of a name, an e-mail address or a phone number. */
  search?: string | undefined;
  /** COM1: only checkouts whose shopper can be contacted. */
  leads?: boolean;
  /** Only checkouts older than this one. */
  before?: string | undefined;
  /** Only checkouts created since then. */
  since?: Date | undefined;
};

/** A checkout in a list, with its shopper. Money in cents. */
export type CheckoutListing = {
  checkoutId: string;
  createdAt: Date;
  state: CheckoutState;
  /** Of its order, with freight; else of the cart. */
  total: number;
  /** The title of the first line of the cart, and the number of lines. */
  title: string;
  lines: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  capturedAt: Date | null;
  abandonedAt: Date | null;
  abandonsAt: Date | null;
  orderId: string | null;
  orderNumber: string | null;
};

/** SQL of a member of the customer: what the shopper entered on the page, else the member of the request. */
const reportedMember = (member: string): string =>
  `coalesce(nullif(sanitize_json(s.customer)->>'${member}', ''), nullif(sanitize_json(c.request::json)->'customer'->>'${member}', ''))`;

/** SQL of the name and e-mail address that a text search compares. */
const reportedText = foldedSql(`concat_ws(' ', ${reportedMember('name')}, ${reportedMember('email')})`);

/** How long before it is stored a checkout may get its id, in milliseconds. */
const idLeadMs = 60_000;

const columns = `
  c.checkout_id as "checkoutId", c.created_at as "createdAt", c.state, coalesce(o.total_cents, c.total_cents) as total,
  coalesce(sanitize_json(c.request::json)->'cart'->'items'->0->>'title', '') as title,
  json_array_length(c.request::json->'cart'->'items') as lines,
  ${reportedMember('name')} as name, ${reportedMember('email')} as email, ${reportedMember('phone')} as phone,
  c.captured_at as "capturedAt", c.abandoned_at as "abandonedAt", a.abandon_at as "abandonsAt",
  o.order_id as "orderId", o.number as "orderNumber"`;

const tables = `${shopperTables}
  left join orders o on o.checkout_id = c.checkout_id`;

/** The newest checkouts of a store that pass a filter. `floor`: none older than this id; `ids`: only these. */
export const checkoutListingPage = (
  db: Queryable,
  storeId: string,
  { state, search, leads = false, before, since }: CheckoutFilter,
  { limit, floor, ids }: { limit: number; floor?: string | undefined; ids?: readonly string[] | undefined },
): Promise<CheckoutListing[]> =>
  queryRows(db, {
    text: `select ${columns} from ${tables}
     where c.store_id = $1 ${leads ? 'and c.captured_at is not null' : ''}
       and ($2::text is null or c.state = $2) and c.checkout_id < $3::uuid and c.checkout_id >= $4::uuid
       and ($8::timestamptz is null or c.created_at >= $8) ${ids ? 'and c.checkout_id = any($9::uuid[])' : ''}
       and ($5::text is null or position(${foldedSql('$5')} in ${reportedText}) > 0
         or position($6 in regexp_replace(${reportedMember('phone')}, '[^0-9]', '', 'g')) > 0)
     order by c.checkout_id desc limit $7`,
    values: [
      storeId,
      state ?? null,
      before ?? highestId,
      [floor ?? lowestId, since ? firstIdOf(Math.max(since.getTime() - idLeadMs, 0)) : lowestId].toSorted()[1],
      search ?? null,
      phoneDigitsIn(search),
      limit,
      since ?? null,
      ...(ids ? [ids] : []),
    ],
  });

/** The id of the oldest of the newest `window` checkouts, or leads, of a store; undefined if there are fewer. */
export const checkoutListingFloor = (
  db: Queryable,
  storeId: string,
  { leads = false, before, window }: { leads?: boolean; before?: string | undefined; window: number },
): Promise<string | undefined> =>
  queryValue(db, {
    text: `select checkout_id as "checkoutId" from checkouts
     where store_id = $1 and checkout_id < $2::uuid ${leads ? 'and captured_at is not null' : ''}
     order by checkout_id desc offset $3 - 1 limit 1`,
    values: [storeId, before ?? highestId, window],
  });

/** One checkout of a store in the form of a list. */
export const checkoutListingFind = (
  db: Queryable,
  storeId: string,
  checkoutId: string,
): Promise<CheckoutListing | undefined> =>
  queryRow(db, {
    text: `select ${columns} from ${tables} where c.store_id = $1 and c.checkout_id = $2`,
    values: [storeId, checkoutId],
  });

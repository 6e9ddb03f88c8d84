import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import {
  checkoutListingFind,
  checkoutListingFloor,
  checkoutListingPage,
  type CheckoutFilter,
  type CheckoutListing,
} from './queries/checkout-listings.ts';
import { purchaseNamed, purchaseNameIn } from '../orders/queries/purchase-contacts.ts';
import { purchaseEventList, type PurchaseEvent } from '../orders/queries/order-listings.ts';
import { idInstant, isId } from '../../base/ids.ts';
import { readPurchase, type Purchase } from './purchase.ts';

/** The most checkouts that one search reads. A text search reads fewer, since it reads the request of each checkout. */
const windows = { ofStates: 10_000, ofSearches: 1_000 };
/** The most results of an exact search, newest first. */
const maxNamed = 1_000;

/**
 * A page of a list. `next`: the id for the next page; null: there are no more. `reached`: how far back the search read, if the page is
 * not full.
 */
export type CheckoutPage = { checkouts: CheckoutListing[]; next: string | null; reached: Date | null };

/**
 * The newest checkouts of a store that match a filter, at most `size`. A complete e-mail address or phone finds checkouts of any age;
 * other searches read only the newest.
 */
export async function pageOfCheckouts(
  db: Database,
  storeId: string,
  { search, ...filter }: CheckoutFilter,
  size: number,
): Promise<CheckoutPage> {
  const { before, state, leads = false } = filter;
  const named = search ? await purchaseNamed(db, storeId, purchaseNameIn(search, true), maxNamed) : undefined;
  const ids = named && named.checkouts.length > 0 ? named.checkouts : undefined;
  const isSparse = !ids && Boolean(search ?? state);
  const window = search ? windows.ofSearches : windows.ofStates;
  const floor = isSparse ? await checkoutListingFloor(db, storeId, { leads, before, window }) : undefined;
  const query = ids ? filter : { search, ...filter };
  const found = await checkoutListingPage(db, storeId, query, { limit: size + 1, floor, ids });
  const checkouts = found.slice(0, size);
  if (found.length > size) return { checkouts, next: checkouts.at(-1)!.checkoutId, reached: null };
  const reached = floor === undefined ? null : new Date(idInstant(floor));
  // The whole period was searched.
  if (reached && filter.since && reached < filter.since) return { checkouts, next: null, reached: null };
  return { checkouts, next: floor ?? null, reached };
}

/** A checkout with its purchase and events. */
export type CheckoutReading = { listing: CheckoutListing; purchase: Purchase; events: PurchaseEvent[] };

/** One checkout of a store; undefined: the store has no such checkout. */
export async function showCheckout(
  deps: { db: Database; clock: Clock },
  storeId: string,
  checkoutId: string,
): Promise<CheckoutReading | undefined> {
  const { db } = deps;
  if (!isId(checkoutId)) return undefined;
  const listing = await checkoutListingFind(db, storeId, checkoutId);
  const purchase = listing && (await readPurchase(deps, checkoutId));
  if (!purchase) return undefined;
  return { listing, purchase, events: await purchaseEventList(db, storeId, { orderId: listing.orderId, checkoutId }) };
}

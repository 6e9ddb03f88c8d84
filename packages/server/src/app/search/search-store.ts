// The search over everything of a store. What identifies one thing is found at any age through indexes; parts of names and numbers only among
// the newest rows, so that a response is bounded however large the store is.
import { orderName } from '@retoma/commerce';
import { automationSearch, type FoundAutomation } from '../../automations/definitions/queries/automations.ts';
import { messageListingOf, type MessageListing } from '../../automations/delivery/queries/message-listings.ts';
import { isId } from '../../base/ids.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { fold } from '../../base/postgres/search-text.ts';
import { pageOfCheckouts } from '../../shop/checkouts/read-checkouts.ts';
import { checkoutListingPage, type CheckoutListing } from '../../shop/checkouts/queries/checkout-listings.ts';
import { orderFloor, orderPage } from '../../shop/orders/queries/order-listings.ts';
import { eventIdsOfPurchases, orderIdsByClues, type OrderClues } from '../../shop/orders/queries/order-search.ts';
import type { OrderRow } from '../../shop/orders/queries/orders.ts';
import { purchaseNamed, purchaseNameIn, type PurchaseIds } from '../../shop/orders/queries/purchase-contacts.ts';
import { withPayments, type OrderReading } from '../../shop/orders/read-orders.ts';
import { peopleIn, readPeople, withCounts, type FoundPerson } from './people.ts';

/** What a search found, at most `maxFound` of each kind. `people` is empty for members who may not see shoppers. */
export type SearchResults = {
  readonly orders: readonly OrderReading[];
  readonly people: readonly FoundPerson[];
  readonly checkouts: readonly CheckoutListing[];
  readonly automations: readonly FoundAutomation[];
  readonly messages: readonly MessageListing[];
  readonly newestNumber: string | null;
};

/** The most results of each kind. */
export const maxFound = 20;
/** The most rows of an exact search, and the newest orders among which parts of texts are searched. */
const limits = { exact: 200, window: 2_000 };

/** Searches a store. `people`: whether the member may see shoppers. */
export async function searchStore(
  db: Database,
  storeId: string,
  { text, people }: { readonly text: string; readonly people: boolean },
): Promise<SearchResults> {
  const { exact, orders, checkouts, isNamed } = await findPurchases(db, storeId, { text, people });
  const found = people ? peopleIn({ orders, checkouts, text, isNamed }).slice(0, maxFound) : [];
  const ofPeople = new Set(found.flatMap(({ orders }) => orders));
  const purchases = {
    orders: people ? [...ofPeople, ...exact.orders].slice(0, limits.exact) : exact.orders,
    checkouts: people ? found.flatMap(({ checkouts }) => checkouts) : [],
  };
  const events = [...exact.events, ...(await eventIdsOfPurchases(db, storeId, purchases, limits.exact))];
  const messages = await messageListingOf(db, storeId, { events, reference: text }, maxFound);
  const automations = await automationSearch(db, storeId, { text, ids: [] }, maxFound);
  const carts = checkouts.filter(({ orderId }) => orderId === null).slice(0, maxFound);
  const isEmpty = [orders, carts, automations, messages].every((list) => list.length === 0);
  const [newest] = isEmpty ? await orderPage(db, storeId, {}, { limit: 1 }) : [];
  return {
    orders: await withPayments(db, storeId, orders.slice(0, maxFound)),
    people: await withCounts(db, storeId, found),
    checkouts: carts,
    automations,
    messages,
    newestNumber: newest?.number ?? newest?.externalId ?? null,
  };
}

/** The purchases that a text names. `isNamed`: by what only a person or one purchase has, such as a CPF. */
export async function findPurchases(
  db: Database,
  storeId: string,
  { text, people }: { readonly text: string; readonly people: boolean },
): Promise<{ exact: PurchaseIds; orders: OrderRow[]; checkouts: CheckoutListing[]; isNamed: boolean }> {
  const exact = await purchaseNamed(db, storeId, purchaseNameIn(text, people), limits.exact);
  const clued = await orderIdsByClues(db, storeId, cluesIn(text, people), limits.exact);
  const [byName, byClue] = [true, false].map((wanted) =>
    clued.flatMap(({ orderId, isByName }) => (isByName === wanted ? [orderId] : [])),
  ) as [string[], string[]];
  const ids = [...new Set([...exact.orders, ...byClue])];
  const orders = await findOrders(db, storeId, { text, people, ids, byName });
  const checkouts = await findCheckouts(db, storeId, { text, people, ids: exact.checkouts });
  return { exact, orders, checkouts, isNamed: byClue.length > 0 };
}

/** What a text may identify. A CPF or CNPJ has 11 or 14 characters; a shorter name than two letters is no clue. */
function cluesIn(text: string, people: boolean): OrderClues {
  const document = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  const name = fold(text.trim());
  return {
    name: people && /\p{L}{2}/u.test(name) && !name.includes('@') ? name.slice(0, 60) : null,
    document: people && /^[0-9A-Z]{11}([0-9A-Z]{3})?$/.test(document) ? document : null,
    reference: text.trim(),
  };
}

type Wanted = { readonly text: string; readonly people: boolean; readonly ids: readonly string[] };

/** The orders that are meant exactly, then the newest that contain the text, then older ones by the beginning of the name. */
async function findOrders(
  db: Database,
  storeId: string,
  { text, people, ids, byName }: Wanted & { readonly byName: readonly string[] },
): Promise<OrderRow[]> {
  const read = async (wanted: readonly string[]): Promise<OrderRow[]> =>
    wanted.length === 0 ? [] : orderPage(db, storeId, {}, { limit: limits.exact, ids: wanted });
  const named = await read(ids);
  if (named.length >= maxFound) return named;
  const floor = await orderFloor(db, storeId, { window: limits.window });
  const search = orderName(text.replace(/^#/, '')) || text;
  const newest = await orderPage(db, storeId, { search, people }, { limit: maxFound, floor });
  const found = [...named, ...newest, ...(newest.length < maxFound ? await read(byName) : [])];
  return [...new Map(found.map((order) => [order.orderId, order])).values()];
}

/** The named checkouts, or the newest that contain the text, which only members who see shoppers search. */
async function findCheckouts(db: Database, storeId: string, { text, people, ids }: Wanted): Promise<CheckoutListing[]> {
  const own = isId(text.trim()) ? [text.trim(), ...ids] : ids;
  const named = own.length === 0 ? [] : await checkoutListingPage(db, storeId, {}, { limit: limits.exact, ids: own });
  if (named.length > 0 || !people) return named;
  return (await pageOfCheckouts(db, storeId, { search: text, leads: true }, limits.exact)).checkouts;
}

/** What a device has noted as seen, by kind. */
export type SeenIds = {
  readonly orders: readonly string[];
  readonly checkouts: readonly string[];
  readonly automations: readonly string[];
  readonly people: readonly { readonly orderId?: string; readonly checkoutId?: string; readonly runId?: string }[];
};

/** Reads again what a member has seen; what is gone, or what their role may not open any more, is left out. */
export async function readSeen(db: Database, storeId: string, seen: SeenIds, people: boolean): Promise<SearchResults> {
  const limit = maxFound;
  const orders = await orderPage(db, storeId, {}, { limit, ids: seen.orders });
  return {
    orders: await withPayments(db, storeId, orders),
    people: people ? await readPeople(db, storeId, seen.people) : [],
    checkouts: await checkoutListingPage(db, storeId, {}, { limit, ids: seen.checkouts }),
    automations: await automationSearch(db, storeId, { text: null, ids: seen.automations }, limit),
    messages: [],
    newestNumber: null,
  };
}

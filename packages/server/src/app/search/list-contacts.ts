import type { Database } from '../../base/postgres/pool.ts';
import { checkoutListingPage } from '../../shop/checkouts/queries/checkout-listings.ts';
import { orderPage } from '../../shop/orders/queries/order-listings.ts';
import { peopleIn, withCounts, type FoundPerson } from './people.ts';
import { findPurchases } from './search-store.ts';

/** A page of contacts. `next`: the id before which the next page begins; null: there are no more. */
type ContactPage = { readonly people: readonly FoundPerson[]; readonly next: string | null };

/** The most rounds of one page: a store may have many purchases of few people. */
const maxRounds = 10;

/**
 * The people who left an e-mail address or a phone, each once: where their newest purchase is. A page has at least `size` of them unless it
 * is the last, or read its most rounds.
 */
export async function pageOfContacts(
  db: Database,
  storeId: string,
  {
    search,
    before,
    size,
  }: { readonly search?: string | undefined; readonly before?: string | undefined; readonly size: number },
): Promise<ContactPage> {
  if (search) {
    const { exact: _exact, ...rows } = await findPurchases(db, storeId, { text: search, people: true });
    return { people: newestFirst(await withCounts(db, storeId, peopleIn({ ...rows, text: search }))), next: null };
  }
  const people: FoundPerson[] = [];
  let next: string | null = before ?? null;
  for (let round = 0; round < maxRounds && people.length < size; round++) {
    const start: string | undefined = next ?? undefined;
    const read = await purchasesBefore(db, storeId, start, 2 * size);
    const { orders, checkouts } = read;
    const found = peopleIn({ orders, checkouts, text: '', isNamed: true });
    people.push(...newestFirst(await withCounts(db, storeId, found, start)));
    next = read.end;
    if (next === null) break;
  }
  return { people, next };
}

const newestFirst = (people: FoundPerson[]): FoundPerson[] =>
  people.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0));

/** The newest orders, and carts without an order whose shopper can be contacted. `end`: where the next ones begin; null: there are no more. */
async function purchasesBefore(db: Database, storeId: string, before: string | undefined, limit: number) {
  const orders = await orderPage(db, storeId, { before }, { limit });
  const checkouts = await checkoutListingPage(db, storeId, { before, leads: true }, { limit });
  // Of two lists that go on, only what is newer than the end of both is complete.
  const ends = [
    ...(orders.length === limit ? [orders.at(-1)!.orderId] : []),
    ...(checkouts.length === limit ? [checkouts.at(-1)!.checkoutId] : []),
  ];
  const end = ends.toSorted().at(-1) ?? null;
  const isRead = (id: string): boolean => end === null || id >= end;
  return {
    orders: orders.filter(({ orderId }) => isRead(orderId)),
    checkouts: checkouts.filter(({ checkoutId, orderId }) => orderId === null && isRead(checkoutId)),
    end,
  };
}

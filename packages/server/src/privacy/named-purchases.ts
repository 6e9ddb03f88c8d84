import type { Queryable } from '../base/postgres/pool.ts';
import { purchaseContacts, type PurchaseContact } from './queries/purchase-contacts.ts';
import type { PurchaseIds } from '../shop/orders/queries/purchase-contacts.ts';
import { identitiesOf, identityIn, type Identity } from './identity.ts';

/** A purchase: a checkout, its order and the events of both, and whom it names. */
export type NamedPurchase = PurchaseIds & {
  readonly identities: readonly Identity[];
  /** The distinct names in it, the order's first. */
  readonly names: readonly string[];
};

type Links = Pick<PurchaseContact, 'checkoutId' | 'orderId' | 'eventId'>;

/** Reads the purchases that given ids are part of; all ids of a purchase are given. */
export async function readPurchases(db: Queryable, storeId: string, ids: PurchaseIds): Promise<NamedPurchase[]> {
  const rows = await purchaseContacts(db, storeId, ids);
  return groupLinked(rows).map((group) => ({
    checkouts: distinct(group.map(({ checkoutId }) => checkoutId)),
    orders: distinct(group.map(({ orderId }) => orderId)),
    events: distinct(group.map(({ eventId }) => eventId)),
    identities: identitiesOf(group.map(identityIn)),
    names: distinct(group.map(({ name }) => name?.trim() || null)),
  }));
}

const distinct = (all: readonly (string | null)[]): string[] => [...new Set(all.filter((one) => one !== null))];

/** Groups rows that are linked by an id, directly or through others. */
function groupLinked<Row extends Links>(rows: readonly Row[]): Row[][] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    return root;
  };
  const idsOf = ({ checkoutId, orderId, eventId }: Links): string[] => distinct([checkoutId, orderId, eventId]);
  for (const row of rows) {
    const [first, ...others] = idsOf(row).map(rootOf);
    for (const other of others) if (rootOf(other) !== rootOf(first!)) parents.set(rootOf(other), rootOf(first!));
  }
  return [...Map.groupBy(rows, (row) => rootOf(idsOf(row)[0]!)).values()];
}

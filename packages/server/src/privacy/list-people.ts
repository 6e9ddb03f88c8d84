import type { Queryable } from '../base/postgres/pool.ts';
import { eventMessageCounts, purchaseSummaries, type PurchaseSummary } from './queries/purchase-contacts.ts';
import { storeExists } from './queries/privacy-requests.ts';
import type { RefusedRequest } from './begin-request.ts';
import { personKeysOf, type ContactRequest } from '../base/contacts/contact-keys.ts';
import { findRecords, type FoundRecords } from './find-person.ts';
import { chosenBy, identityKey, type Identity } from './identity.ts';
import type { NamedPurchase } from './named-purchases.ts';

/** A person who may be meant by a contact. `isNamed`: exactly this contact, contradicting none of its values. */
export type ListedPerson = Identity & {
  readonly names: readonly string[];
  readonly orders: number;
  readonly carts: number;
  /** Messages, with those of the purchases. */
  readonly messages: number;
  readonly isNamed: boolean;
};

/** A purchase and whom it names, as indexes of the list of people. It is exported and erased with each of them. */
export type ListedPurchase = PurchaseSummary & {
  readonly name: string | null;
  readonly people: readonly number[];
  readonly messages: number;
};

/** The people and their purchases, the newest first. `isCut`: there are more purchases. */
export type PeopleList = {
  readonly people: readonly ListedPerson[];
  readonly purchases: readonly ListedPurchase[];
  readonly isCut: boolean;
};

const maxListed = 1_000;

/**
 * COM8: everyone whom a contact may mean: who has its e-mail address, a phone that may be the same, or its document. The one who asks
 * chooses among them before anything is exported or erased.
 */
export async function listPeople(
  { db }: { readonly db: Queryable },
  { storeId, person }: { readonly storeId: string; readonly person: ContactRequest },
): Promise<({ ok: true } & PeopleList) | RefusedRequest> {
  const named = personKeysOf(person);
  if (!named.ok) return named;
  if (!(await storeExists(db, storeId))) return { ok: false, code: 'STORE_NOT_FOUND' };
  const records = await findRecords(db, storeId, [named.keys]);
  const purchases = await describePurchases(db, storeId, records.purchases);
  const people = gatherPeople(records, purchases, chosenBy(person));
  const indexOf = new Map(people.map((one, index) => [identityKey(one), index]));
  const listed = purchases.flatMap(({ purchase: { identities, names }, summaries, messages }) => {
    const ofPeople = [...new Set(identities.map((one) => indexOf.get(identityKey(one))!))];
    // The messages of a purchase are counted once.
    return summaries.map((summary, index) => ({
      ...summary,
      name: names[0] ?? null,
      people: ofPeople,
      messages: index === 0 ? messages : 0,
    }));
  });
  const newest = listed.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return { ok: true, people, purchases: newest.slice(0, maxListed), isCut: newest.length > maxListed };
}

type Described = { purchase: NamedPurchase; summaries: PurchaseSummary[]; messages: number };

async function describePurchases(
  db: Queryable,
  storeId: string,
  purchases: readonly NamedPurchase[],
): Promise<Described[]> {
  const ids = {
    checkouts: purchases.flatMap(({ checkouts }) => checkouts),
    orders: purchases.flatMap(({ orders }) => orders),
    events: purchases.flatMap(({ events }) => events),
  };
  const summaries = new Map((await purchaseSummaries(db, storeId, ids)).map((one) => [one.id, one]));
  const counts = new Map(
    (await eventMessageCounts(db, storeId, ids.events)).map(({ eventId, messages }) => [eventId, messages]),
  );
  return purchases.map((purchase) => {
    const { checkouts, orders, events } = purchase;
    return {
      purchase,
      // The event of a lead has the id of its checkout.
      summaries: [...new Set([...orders, ...checkouts, ...events])].flatMap((id) => summaries.get(id) ?? []),
      messages: events.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0),
    };
  });
}

function gatherPeople(
  { messages, inbox }: FoundRecords,
  purchases: readonly Described[],
  isNamed: (identity: Identity) => boolean,
): ListedPerson[] {
  const people = new Map<string, ListedPerson>();
  const add = (
    one: Identity,
    names: readonly string[],
    more: { orders?: number; carts?: number; messages: number },
  ) => {
    const known = people.get(identityKey(one)) ?? {
      ...one,
      names: [],
      orders: 0,
      carts: 0,
      messages: 0,
      isNamed: false,
    };
    people.set(identityKey(one), {
      ...known,
      document: known.document ?? one.document,
      names: [...new Set([...known.names, ...names])],
      orders: known.orders + (more.orders ?? 0),
      carts: known.carts + (more.carts ?? 0),
      messages: known.messages + more.messages,
      isNamed: known.isNamed || isNamed(one),
    });
  };
  for (const { purchase, summaries, messages: sent } of purchases) {
    const count = (kind: PurchaseSummary['kind']): number => summaries.filter((one) => one.kind === kind).length;
    const counted = { orders: count('order'), carts: count('cart'), messages: sent };
    const distinct = new Map(purchase.identities.map((one) => [identityKey(one), one]));
    for (const one of distinct.values()) add(one, purchase.names, counted);
  }
  for (const { identity } of messages) add(identity, [], { messages: 1 });
  for (const { identity } of inbox) add(identity, [], { messages: 1 });
  return [...people.values()].sort(
    (one, other) => Number(other.isNamed) - Number(one.isNamed) || other.orders - one.orders,
  );
}

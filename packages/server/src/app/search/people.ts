import type { Queryable } from '../../base/postgres/pool.ts';
import { fold, phoneDigitsIn } from '../../base/postgres/search-text.ts';
import { exactPhone, identityIn, identityKey } from '../../privacy/identity.ts';
import { customerOfRow, findCustomer, type Customer, type CustomerReference } from '../../privacy/read-customer.ts';
import type { CheckoutListing } from '../../shop/checkouts/queries/checkout-listings.ts';
import { orderCountOfBuyers } from '../../shop/orders/queries/order-search.ts';
import type { OrderRow } from '../../shop/orders/queries/orders.ts';

/** A shopper: the contact as the newest of their rows writes it, and a row that opens their page. */
export type FoundPerson = Customer & {
  readonly orders: number;
  readonly orderId: string | null;
  readonly checkoutId: string | null;
  readonly runId: string | null;
};

/** A shopper with the purchases that were found. */
export type PersonInRows = Customer & { readonly orders: string[]; readonly checkouts: string[] };

type Rows = {
  readonly orders: readonly OrderRow[];
  readonly checkouts: readonly CheckoutListing[];
  readonly text: string;
  /** Whether the orders were found by what only a person has, such as a CPF. */
  readonly isNamed: boolean;
};

/** The shoppers of rows whom a text names, in the order of the rows: one entry for each e-mail address, else for each phone. */
export function peopleIn({ orders, checkouts, text, isNamed }: Rows): PersonInRows[] {
  const people = new Map<string, PersonInRows>();
  const add = (row: object, id: { order?: string; checkout?: string }): void => {
    const customer = customerOfRow(row);
    const identity = identityIn(customer);
    if ((identity.email ?? identity.phone) === null || !(isNamed || isMeant(text, customer))) return;
    const key = identityKey({ ...identity, ...(identity.email !== null && { phone: null }), document: null });
    const person = people.get(key) ?? { ...customer, orders: [], checkouts: [] };
    if (id.order !== undefined) person.orders.push(id.order);
    if (id.checkout !== undefined) person.checkouts.push(id.checkout);
    people.set(key, person);
  };
  for (const { orderId, customer } of orders) add(customer ?? {}, { order: orderId });
  for (const checkout of checkouts) add(checkout, { checkout: checkout.checkoutId });
  return [...people.values()];
}

/** Whether a text is a part of a contact: of its name or e-mail without case and accents, or of its phone. */
export function isMeant(text: string, { name, email, phone }: Customer): boolean {
  const wanted = fold(text.trim());
  if ([name, email].some((value) => value !== null && fold(value).includes(wanted))) return true;
  const digits = phoneDigitsIn(text);
  if (digits === null || phone === null) return false;
  return phone.replace(/\D/g, '').includes(digits) || exactPhone(text) === exactPhone(phone);
}

/** People with the number of their orders. */
export async function withCounts(
  db: Queryable,
  storeId: string,
  people: readonly PersonInRows[],
): Promise<FoundPerson[]> {
  const counts = await countOrders(db, storeId, people);
  return people.map(({ orders, checkouts, ...customer }) => ({
    ...customer,
    orders: counts.get(buyerOf(customer)) ?? orders.length,
    orderId: orders[0] ?? null,
    checkoutId: orders.length > 0 ? null : (checkouts[0] ?? null),
    runId: null,
  }));
}

/** The people whom purchases or runs name; a row that is gone or names no one is left out. */
export async function readPeople(
  db: Queryable,
  storeId: string,
  references: readonly CustomerReference[],
): Promise<FoundPerson[]> {
  const found: FoundPerson[] = [];
  for (const { orderId, checkoutId, runId } of references) {
    const customer = await findCustomer(db, storeId, { orderId, checkoutId, runId });
    if (!customer) continue;
    found.push({
      ...customer,
      orders: 0,
      orderId: orderId ?? null,
      checkoutId: checkoutId ?? null,
      runId: runId ?? null,
    });
  }
  const counts = await countOrders(db, storeId, found);
  return found.map((person) => ({ ...person, orders: counts.get(buyerOf(person)) ?? 0 }));
}

/** What `orders.buyer` is derived from. */
const buyerOf = ({ email, phone }: Customer): string => email?.trim().toLowerCase() ?? phone?.replace(/\D/g, '') ?? '';

async function countOrders(db: Queryable, storeId: string, people: readonly Customer[]): Promise<Map<string, number>> {
  const counted = await orderCountOfBuyers(db, storeId, [...new Set(people.map(buyerOf))]);
  return new Map(counted.map(({ buyer, orders }) => [buyer, orders]));
}

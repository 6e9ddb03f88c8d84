import { keysIn } from '../../base/contacts/contact-keys.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { fold, phoneDigitsIn } from '../../base/postgres/search-text.ts';
import { exactPhone, identityIn, identityKey } from '../../privacy/identity.ts';
import { customerOfRow, findCustomer, type Customer, type CustomerReference } from '../../privacy/read-customer.ts';
import type { CheckoutListing } from '../../shop/checkouts/queries/checkout-listings.ts';
import { contactCounts, type ContactKeys } from '../../shop/orders/queries/order-search.ts';
import type { OrderRow } from '../../shop/orders/queries/orders.ts';

/** A shopper: the contact as the newest of their rows writes it, and a row that opens their page. */
export type FoundPerson = Customer & {
  readonly orders: number;
  /** Carts without an order. */
  readonly carts: number;
  /** When the newest of the rows that were found arrived, in milliseconds; null: unknown. */
  readonly at: number | null;
  readonly orderId: string | null;
  readonly checkoutId: string | null;
  readonly runId: string | null;
};

/** A shopper with the purchases that were found. */
export type PersonInRows = Customer & { readonly orders: string[]; readonly checkouts: string[]; at: number };

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
  const add = (row: object, at: number, id: { order?: string; checkout?: string }): void => {
    const customer = customerOfRow(row);
    const identity = identityIn(customer);
    if ((identity.email ?? identity.phone) === null || !(isNamed || isMeant(text, customer))) return;
    const key = identityKey({ ...identity, ...(identity.email !== null && { phone: null }), document: null });
    const person = people.get(key) ?? { ...customer, orders: [], checkouts: [], at };
    person.at = Math.max(person.at, at);
    if (id.order !== undefined) person.orders.push(id.order);
    if (id.checkout !== undefined) person.checkouts.push(id.checkout);
    people.set(key, person);
  };
  for (const { orderId, customer, createdAt } of orders) add(customer ?? {}, createdAt, { order: orderId });
  for (const checkout of checkouts) add(checkout, checkout.createdAt.getTime(), { checkout: checkout.checkoutId });
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

/** People with the numbers of their orders and carts. `before`: without those who have a purchase that is not older than this id. */
export async function withCounts(
  db: Queryable,
  storeId: string,
  people: readonly PersonInRows[],
  before?: string,
): Promise<FoundPerson[]> {
  const counts = await contactCounts(db, storeId, people.map(contactKeysOf), before);
  return people.flatMap(({ orders, checkouts, ...customer }, index) => {
    const { isNewer, ...numbers } = counts[index]!;
    if (before !== undefined && isNewer) return [];
    const checkoutId = orders.length > 0 ? null : (checkouts[0] ?? null);
    // An order with another spelling of the address is not counted by it.
    return [
      {
        ...customer,
        ...numbers,
        orders: Math.max(numbers.orders, orders.length),
        orderId: orders[0] ?? null,
        checkoutId,
        runId: null,
      },
    ];
  });
}

/** The people whom purchases or runs name; a row that is gone or names no one is left out. */
export async function readPeople(
  db: Queryable,
  storeId: string,
  references: readonly CustomerReference[],
): Promise<FoundPerson[]> {
  const found: { customer: Customer; orderId: string | null; checkoutId: string | null; runId: string | null }[] = [];
  for (const { orderId = null, checkoutId = null, runId = null } of references) {
    const customer = await findCustomer(db, storeId, {
      orderId: orderId ?? undefined,
      checkoutId: checkoutId ?? undefined,
      runId: runId ?? undefined,
    });
    if (customer) found.push({ customer, orderId, checkoutId, runId });
  }
  const counts = await contactCounts(
    db,
    storeId,
    found.map(({ customer }) => contactKeysOf(customer)),
    undefined,
  );
  return found.map(({ customer, ...ids }, index) => {
    const { orders, carts } = counts[index]!;
    return { ...customer, ...ids, orders, carts, at: null };
  });
}

function contactKeysOf({ email, phone }: Customer): ContactKeys {
  const buyer = email?.trim().toLowerCase() ?? phone?.replace(/\D/g, '') ?? '';
  return { buyer, ...keysIn({ email, phone }) };
}

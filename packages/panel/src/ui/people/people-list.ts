import { checkPhone, cleanDocument, cleanEmail, formatPhone } from '@retoma/commerce/person';
import type { ApiResponse } from '../../api/call.ts';

/** The people whom a contact may mean, and their purchases. */
export type PeopleList = ApiResponse<'POST /panel/api/stores/:storeId/people/find'>;

/** A person of the list. */
export type ListedPerson = PeopleList['people'][number];

/** A purchase of the list. */
export type ListedPurchase = PeopleList['purchases'][number];

/** The contact of a person, for display. */
export const contactOf = ({ email, phone, document }: ListedPerson): string =>
  [email, phone && formatPhone(phone)].filter((value) => value !== null).join(', ') || (document ?? '');

/** The indexes of the people who are exactly the contact that was searched for. */
export const namedPeople = ({ people }: PeopleList): ReadonlySet<number> =>
  new Set(people.flatMap(({ isNamed }, index) => (isNamed ? [index] : [])));

/** What goes with chosen people: their purchases, and the number of their messages. A purchase goes with each person whom it names. */
export function goingWith(
  { people, purchases }: PeopleList,
  chosen: ReadonlySet<number>,
): { purchases: ListedPurchase[]; messages: number } {
  const isGoing = ({ people: named }: ListedPurchase): boolean => named.some((index) => chosen.has(index));
  const inPurchases = (all: readonly ListedPurchase[]): number => all.reduce((sum, { messages }) => sum + messages, 0);
  const going = purchases.filter(isGoing);
  // The messages of a person that belong to no purchase.
  const apart = people.reduce((sum, { messages }, index) => {
    const own = inPurchases(purchases.filter(({ people: named }) => named.includes(index)));
    return chosen.has(index) ? sum + Math.max(0, messages - own) : sum;
  }, 0);
  return { purchases: going, messages: inPurchases(going) + apart };
}

/** Whether a text is the e-mail address, the phone or, without either, the document of one of some people. */
export function isContactOf(people: readonly ListedPerson[], text: string): boolean {
  const typed = cleanEmail(text).toLowerCase();
  const phone = checkPhone(typed);
  const letters = (value: string): string =>
    cleanDocument(value)
      .replace(/[^0-9A-Z]/g, '')
      .replace(/^0+/, '');
  return people.some(
    (one) =>
      typed === one.email ||
      (one.phone !== null && (typed === one.phone || (phone.ok && phone.value === one.phone))) ||
      (one.email === null && one.phone === null && one.document !== null && letters(typed) === letters(one.document)),
  );
}

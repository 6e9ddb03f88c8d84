import { addressChecks, customerChecks } from '@retoma/commerce';
import { unmaskedMembers, type ShopperMember } from '../../checkouts/entered/entered.ts';
import { enteredIn } from '../../checkouts/purchase.ts';
import { displayedShopper, type BoughtWith } from './displayed-shopper.ts';

// COM24: the fields of the first step, as a page shows them and as they come back.

type Fields = Readonly<Record<string, string | undefined>>;

/** The shopper's data by the names of the form's fields, as the form shows them. */
export function displayedFields(purchase: BoughtWith): Record<string, string> {
  const { customer, address } = displayedShopper(purchase);
  const { email, name, document, phone } = customer;
  return present({ email, name, document, phone, ...address });
}

/** Whether a value of a form is a masked one, which no one types. */
export const isMasked = (value: string): boolean => value.includes('•');

const members = Object.keys({ ...customerChecks, ...addressChecks }) as ShopperMember[];

/**
 * COM24: what of a form the shopper typed, and the members that were left as the page showed them. What is shown of another browser's data
 * without a mask, such as the city, counts as typed if anything else was.
 */
export function typedIn(form: Fields, purchase: BoughtWith): { typed: Fields; left: ReadonlySet<string> } {
  const own = unmaskedMembers(enteredIn(purchase));
  const displayed = displayedFields(purchase);
  const fields: Fields = { ...form, number: form['no_number'] === undefined ? form['number'] : 's/n' };
  const isLeft = (member: ShopperMember): boolean =>
    !own.has(member) && displayed[member] !== undefined && fields[member]?.trim() === displayed[member];
  const isAnyTyped = members.some((member) => Boolean(fields[member]?.trim()) && !isLeft(member));
  const left = new Set<string>(
    members.filter((member) => isLeft(member) && (!isAnyTyped || isMasked(displayed[member]!))),
  );
  const typed = Object.entries(fields).filter(([name]) => isAnyTyped && !left.has(name));
  return { typed: Object.fromEntries(typed), left };
}

/** The members that are not empty. */
export const present = (members: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => Boolean(entry[1])));

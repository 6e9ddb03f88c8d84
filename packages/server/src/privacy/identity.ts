// COM8: whom a purchase or a message names, and whether that is a person who was chosen. Everything that exports, erases or shows one
// person decides here.
import { readPhone } from '@retoma/commerce';
import { brazilianNumber, contactKey } from '../base/crypto/contact-hash.ts';
import { documentKey, type ContactRequest, type WrittenContact } from '../base/contacts/contact-keys.ts';

/**
 * A person by the contact that a row names: the e-mail address in lower case, the phone in E.164, the document without punctuation. Null:
 * the row has none. Two people may share any one of them.
 */
export type Identity = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly document: string | null;
};

/**
 * The people that a request is about. A contact: everyone who has one of its values and contradicts none of them. `people`: exactly these,
 * as they were listed (list-people.ts).
 */
export type PersonChoice = ContactRequest | { readonly people: readonly Identity[] };

const kinds = ['email', 'phone', 'document'] as const;

/** The exact identity in a contact as it is written anywhere. */
export const identityIn = ({ email, phone, document }: WrittenContact): Identity => ({
  email: email ? contactKey('email', email) : null,
  phone: phone ? exactPhone(phone) : null,
  document: document ? documentKey(document) : null,
});

/** Brazilian numbers of 8 digits that begin with 6 to 9 are mobile numbers without their ninth digit. */
const mobile = /^[1-9][1-9][6-9]\d{7}$/;

/** A phone in E.164; null: it is none. A number without a country code is Brazilian if it can be. */
export function exactPhone(phone: string): string | null {
  const { digits = '', prefix = '' } = readPhone(phone) ?? {};
  if (digits.length < 8 || digits.length > 15) return null;
  const isForeign = prefix === '+' && !digits.startsWith('55');
  const national = isForeign ? undefined : brazilianNumber(digits);
  if (national === undefined) return `+${digits}`;
  return `+55${mobile.test(national) ? `${national.slice(0, 2)}9${national.slice(2)}` : national}`;
}

/** Whether an identity is one of the chosen people. */
export function chosenBy(choice: PersonChoice): (identity: Identity) => boolean {
  if ('people' in choice) {
    const chosen = new Set(choice.people.map(identityKey));
    return (identity) => chosen.has(identityKey(identity));
  }
  const wanted = identityIn(choice);
  const named = kinds.filter((kind) => wanted[kind] !== null);
  return (identity) =>
    named.some((kind) => identity[kind] === wanted[kind]) &&
    named.every((kind) => identity[kind] === wanted[kind] || identity[kind] === null);
}

/** The key of a person: e-mail address and phone; the document only where there is neither, since not every purchase asks for it. */
export const identityKey = ({ email, phone, document }: Identity): string =>
  JSON.stringify(email === null && phone === null ? [document] : [email, phone]);

/** The people whom the rows of one purchase name. A row with a part of what another row names is about the same person. */
export function identitiesOf(rows: readonly Identity[]): Identity[] {
  const merged = mergedIdentity(rows);
  const all = merged ? [merged] : rows;
  const distinct = [...new Map(all.map((one) => [JSON.stringify(kinds.map((kind) => one[kind])), one])).values()];
  return distinct.filter((one) => !isEmpty(one) && !distinct.some((other) => other !== one && isPartOf(one, other)));
}

/** The one identity of rows that contradict each other in nothing. */
function mergedIdentity(rows: readonly Identity[]): Identity | undefined {
  const valueOf = (kind: (typeof kinds)[number]): string | null | undefined => {
    const values = new Set(rows.map((row) => row[kind]).filter((value) => value !== null));
    return values.size > 1 ? undefined : ([...values][0] ?? null);
  };
  const [email, phone, document] = kinds.map(valueOf);
  return email === undefined || phone === undefined || document === undefined ? undefined : { email, phone, document };
}

const isEmpty = (one: Identity): boolean => kinds.every((kind) => one[kind] === null);

const isPartOf = (one: Identity, other: Identity): boolean =>
  kinds.every((kind) => one[kind] === null || one[kind] === other[kind]);

/**
 * The addresses that a choice names and no one else uses, so that an erasure ends messages to no one else. `others`: the people who were not
 * chosen.
 */
export function ownAddresses(choice: PersonChoice, others: readonly Identity[]): OwnAddress[] {
  const named = 'people' in choice ? choice.people : [identityIn(choice)];
  const all = named.flatMap(({ email, phone }) => [
    ...(email === null ? [] : [{ kind: 'email' as const, value: email }]),
    ...(phone === null ? [] : [{ kind: 'phone' as const, value: phone }]),
  ]);
  const own = all.filter(({ kind, value }) => !others.some((other) => other[kind] === value));
  return [...new Map(own.map((one) => [one.value, one])).values()];
}

/** An exact e-mail address or phone. */
export type OwnAddress = { readonly kind: 'email' | 'phone'; readonly value: string };

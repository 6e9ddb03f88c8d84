import { checkMembers } from './check-members.ts';
import { refused, valid, type CheckedField, type PersonIssue, type PersonIssueCode } from './issue.ts';
import { cleanPasted } from './pasted.ts';
import { hasWebAddress } from './web-address.ts';

/** A delivery address. `zipcode`: a CEP as `01001-000`; `state`: a UF; `number`: a text. */
export type Address = {
  zipcode: string;
  street: string;
  number: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
};

/** The codes of Brazil's states (UF). */
export const states: readonly string[] =
  'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');

/** Checks a CEP of 8 digits; its value is as `01001-000`. */
export function checkZipcode(text: string): CheckedField {
  const zipcode = cleanPasted(text).replace(/^cep\b|[\s.:-]/gi, '');
  if (zipcode === '') return refused('zipcode_missing');
  if (/\D/.test(zipcode)) return refused('zipcode_wrong');
  if (zipcode.length < 8) return refused('zipcode_short', 8 - zipcode.length);
  if (zipcode.length > 8) return refused('zipcode_long', zipcode.length - 8);
  return valid(`${zipcode.slice(0, 5)}-${zipcode.slice(5)}`);
}

/** Checks the two letters of a state. */
export function checkState(text: string): CheckedField {
  const state = text.trim().toUpperCase();
  return states.includes(state) ? valid(state) : refused('state_missing');
}

const line =
  (longest: number, missing?: PersonIssueCode) =>
  (text: string): CheckedField => {
    const value = text.trim().replace(/\s+/g, ' ');
    if (value === '' && missing) return refused(missing);
    if (Array.from(value).length > longest) return refused('text_long', longest);
    return hasWebAddress(value) ? refused('text_address') : valid(value);
  };

/** The check of each member of an address. */
export const addressChecks = {
  zipcode: checkZipcode,
  street: line(200, 'street_missing'),
  number: line(20, 'number_missing'),
  complement: line(100),
  neighborhood: line(100, 'neighborhood_missing'),
  city: line(100, 'city_missing'),
  state: checkState,
} as const satisfies Record<keyof Address, (text: string) => CheckedField>;

/** Checks an address by member: returns the valid values, and the issues of the others. */
export function checkAddress(input: Readonly<Record<string, unknown>>): {
  address: Partial<Address>;
  issues: PersonIssue[];
} {
  const { values, issues } = checkMembers(addressChecks, input);
  return { address: values, issues };
}

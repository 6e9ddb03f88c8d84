import type { Locale } from '../locale.ts';
import { checkMembers } from './check-members.ts';
import { checkDocument } from './document.ts';
import { checkEmail, suggestEmail } from './email.ts';
import { refused, valid, type CheckedField, type PersonIssue } from './issue.ts';
import { cleanEmail, cleanPasted } from './pasted.ts';
import { checkPhone, cleanPhone, readPhone } from './phone.ts';
import { hasWebAddress } from './web-address.ts';

/** A buyer: e-mail in lower case, phone as `+55…`, document without punctuation. */
export type Customer = { name: string; email: string; phone: string; document: string };

/** Checks a person's name: any letters, with single spaces, without a web address (COM20). */
export function checkName(text: string): CheckedField {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '') return refused('name_missing');
  if (!/\p{L}/u.test(name)) return refused('name_letters');
  if (Array.from(name).length > 100) return refused('name_long');
  return hasWebAddress(name) ? refused('text_address') : valid(name);
}

/** The check of each member of a customer. */
export const customerChecks = {
  email: checkEmail,
  name: checkName,
  document: checkDocument,
  phone: checkPhone,
} as const satisfies Record<keyof Customer, (text: string) => CheckedField>;

/** Checks a customer by member: returns the valid values, and the issues of the others. */
export function checkCustomer(input: Readonly<Record<string, unknown>>): {
  customer: Partial<Customer>;
  issues: PersonIssue[];
} {
  const { values, issues } = checkMembers(customerChecks, input);
  return { customer: values, issues };
}

/** A value that is questioned once and accepted when repeated: a name of one word, or an address that looks mistyped. */
export type PersonHint =
  { field: 'name'; code: 'name_one_word' } | { field: 'email'; code: 'email_slip'; suggestion: string };

/** Hints about values that `checkCustomer` accepts. */
export function customerHints({ name, email }: Partial<Customer>): PersonHint[] {
  const suggestion = email && suggestEmail(email);
  return [
    ...(name && !name.includes(' ') ? [{ field: 'name', code: 'name_one_word' } as const] : []),
    ...(suggestion ? [{ field: 'email', code: 'email_slip', suggestion } as const] : []),
  ];
}

/** The text of a hint for shoppers. */
export function personHintText(hint: PersonHint, locale: Locale): string {
  if (hint.code === 'name_one_word') return { 'pt-BR': 'Falta o sobrenome?', en: 'Is the last name missing?' }[locale];
  return { 'pt-BR': `Você quis dizer ${hint.suggestion}?`, en: `Did you mean ${hint.suggestion}?` }[locale];
}

/** COM1: whether unchecked members make a person a lead: a text that looks like an e-mail address, or a phone of any country. */
export const isReachable = ({ email, phone }: { email?: unknown; phone?: unknown }): boolean =>
  (typeof email === 'string' &&
    email.length <= 254 &&
    /^[^\s@]+@[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+$/u.test(cleanEmail(email))) ||
  (typeof phone === 'string' && phone.length <= 40 && /^\d{8,15}$/.test(readPhone(phone)?.digits ?? ''));

const cleaners = { email: cleanEmail, phone: cleanPhone, document: cleanPasted } as const;

/**
 * COM1: a person of a request or an event, with e-mail address, phone and document as they were meant: what was pasted with them is removed.
 * The same object where nothing is. Texts that no database holds stay, and are refused where they are read.
 */
export function cleanContact<Person extends object>(person: Person): Person {
  const written = person as Readonly<Record<string, unknown>>;
  const cleaned = Object.entries(cleaners).flatMap(([member, clean]) => {
    const text = written[member];
    if (typeof text !== 'string' || text.includes('\0') || !text.isWellFormed()) return [];
    const value = clean(text);
    return value === text.trim() ? [] : [[member, value] as const];
  });
  return cleaned.length > 0 ? { ...person, ...Object.fromEntries(cleaned) } : person;
}

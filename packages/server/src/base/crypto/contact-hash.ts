import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { cleanEmail, readPhone } from '@retoma/commerce';
import type { Channel } from '@retoma/flow';
import { deriveContactKey } from './derive-keys.ts';

/**
 * The key of one person on a channel, the same for every spelling of the address; null: it is not an address.
 *
 * An e-mail address: in lower case, without what was pasted with it. A Brazilian phone: area code and last 8 digits, since WhatsApp omits the ninth digit of many
 * mobile numbers and stores omit the 55. A phone of another country: all its digits, country code first. Two people may have the same key
 * if a mobile number without its ninth digit is another person's landline, or if a foreign number looks like a Brazilian one without its
 * 55: WhatsApp's numbers have no `+`. An opt-out that covers one person too many is better than one that is missed.
 */
export function contactKey(kind: 'email' | 'phone', value: string): string | null {
  return kind === 'email' ? emailKey(value) : phoneKey(value);
}

/** The longest e-mail address (RFC 5321). A longer text is not an address, and may not fit into an index. */
const longestAddress = 254;

/** The key of an untrusted value, for searches; null: it is not an address. */
export function searchKey(kind: 'email' | 'phone', value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestAddress || value.includes('\0')) return null;
  return contactKey(kind, value);
}

function emailKey(value: string): string | null {
  const address = cleanEmail(value).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return null;
  const [local, domain = ''] = address.split('@');
  // Mail is sent to the ASCII form of a domain, and its reports name that.
  return domain.includes('xn--') ? `${local}@${domainToUnicode(domain) || domain}` : address;
}

/** The mailbox of an address: without what follows a "+", and at Gmail without dots, since all of these reach the same person; null: it is not an address. */
export function mailboxKey(value: unknown): string | null {
  const address = searchKey('email', value);
  if (address === null) return null;
  const [local = '', host = ''] = address.split('@');
  const domain = host === 'googlemail.com' ? 'gmail.com' : host;
  const untagged = local.split('+')[0]! || local;
  const mailbox = domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged;
  return `${mailbox || untagged}@${domain}`;
}

/** Area code, then a mobile number of 9 digits, or a landline or a mobile number without its ninth digit. */
const brazilian = /^[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/;

function phoneKey(value: string): string | null {
  const digits = readPhone(value)?.digits ?? '';
  if (digits.length < 8 || digits.length > 15) return null;
  const national = brazilianNumber(digits);
  return national === undefined ? digits : national.slice(0, 2) + national.slice(-8);
}

/** Area code and number of a Brazilian phone from its digits, with or without 55; undefined: it cannot be one. */
export function brazilianNumber(digits: string): string | undefined {
  const national = /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits;
  return brazilian.test(national) ? national : undefined;
}

/** The key of contact hashes, derived from the server's secret; created once for a process. */
export const contactSecret = (secret: string): KeyObject => createSecretKey(deriveContactKey(secret));

/**
 * COM8: the hash of a person of a store in 16 bytes, from the person's key. It finds the person again, but does not identify them. The
 * same person has different hashes in different stores, so that stores' data cannot be combined.
 */
export function hashContactKey(secret: KeyObject, storeId: string, key: string): Buffer {
  return createHmac('sha256', secret).update(`${storeId}:${key}`).digest().subarray(0, 16);
}

/** The hash of the contact at an address of a channel; null: it is not an address. */
export function hashContact(
  { contactSecret }: { readonly contactSecret: KeyObject },
  storeId: string,
  channel: Channel,
  address: string,
): Buffer | null {
  const key = contactKey(channel === 'email' ? 'email' : 'phone', address);
  return key === null ? null : hashContactKey(contactSecret, storeId, key);
}

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Channel } from '@retoma/flow';
import { deriveContactKey } from './derive-keys.ts';

/**
 * What names one person on a channel, however the address was written; null where it is no address.
 *
 * An e-mail address: without spaces around it, in lower case. A Brazilian phone: area code and last 8 digits, since WhatsApp leaves
 * out the ninth digit of many mobile numbers and stores leave out the 55. A phone of another country: all its digits, the country's
 * first. Two people may have one key where a mobile number without its ninth digit is a landline of another person, or where a foreign number
 * could be a Brazilian one without its 55: WhatsApp writes no `+` that would distinguish them, and to have an opt-out hold for one person too many
 * is better than to have it overlooked.
 */
export function contactKey(kind: 'email' | 'phone', value: string): string | null {
  return kind === 'email' ? emailKey(value) : phoneKey(value);
}

/** The longest address there is (RFC 5321): what is longer is no address, and may not fit into an index. */
const longestAddress = 254;

/** The key under which a person is found by what was written as their address; null where it is no address. */
export function searchKey(kind: 'email' | 'phone', value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestAddress || value.includes('\0')) return null;
  return contactKey(kind, value);
}

function emailKey(value: string): string | null {
  const address = value.trim().toLowerCase();
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : null;
}

/** Area code, then a mobile number of 9 digits, or a landline or a mobile number without its ninth digit. */
const brazilian = /^[1-9][1-9](?:9\d{8}|[2-9]\d{7})$/;

function phoneKey(value: string): string | null {
  const digits = value.replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < 8 || digits.length > 15) return null;
  const withCountry = /^55\d{10,11}$/.test(digits);
  const national = withCountry ? digits.slice(2) : digits;
  return brazilian.test(national) ? national.slice(0, 2) + national.slice(-8) : digits;
}

/** The key that persons are hashed under, of the server's secret: made once for a process. */
export const contactSecret = (secret: string): KeyObject => createSecretKey(deriveContactKey(secret));

/**
 * COM8: a person of a store as 16 bytes, of the person's key: enough to find them again, and nothing that identifies them. The same
 * person is another one in another store, so that what stores know cannot be put together.
 */
export function hashContactKey(secret: KeyObject, storeId: string, key: string): Buffer {
  return createHmac('sha256', secret).update(`${storeId}:${key}`).digest().subarray(0, 16);
}

/** The hash of the contact that a channel reaches at an address; null where the address is none. */
export function hashContact(
  { contactSecret }: { readonly contactSecret: KeyObject },
  storeId: string,
  channel: Channel,
  address: string,
): Buffer | null {
  const key = contactKey(channel === 'email' ? 'email' : 'phone', address);
  return key === null ? null : hashContactKey(contactSecret, storeId, key);
}

import type { KeyObject } from 'node:crypto';
import { cleanDocument } from '@retoma/commerce';
import type { Channel } from '@retoma/flow';
import { hashContactKey, contactKey } from '../crypto/contact-hash.ts';

/** The data by which a person is searched, in any spelling. */
export type ContactRequest = {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly document?: string | undefined;
};

/** The same data in a row of the database. */
export type WrittenContact = { readonly [Kind in keyof PersonKeys]?: string | null | undefined };

/** The same data as normalized keys, which are equal for all spellings; null: absent or invalid. */
export type PersonKeys = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly document: string | null;
};

/** Why a search is not possible. */
export type PersonRefusal = 'CONTACT_REQUIRED' | 'INVALID_EMAIL' | 'INVALID_PHONE' | 'INVALID_DOCUMENT';

/** The keys of a person, or why the request is refused. */
export function personKeysOf(
  request: ContactRequest,
): { ok: true; keys: PersonKeys } | { ok: false; code: PersonRefusal } {
  const { email, phone, document } = request;
  if (email === undefined && phone === undefined && document === undefined)
    return { ok: false, code: 'CONTACT_REQUIRED' };
  const keys = keysIn(request);
  if (email !== undefined && keys.email === null) return { ok: false, code: 'INVALID_EMAIL' };
  if (phone !== undefined && keys.phone === null) return { ok: false, code: 'INVALID_PHONE' };
  if (document !== undefined && keys.document === null) return { ok: false, code: 'INVALID_DOCUMENT' };
  return { ok: true, keys };
}

/** The keys of a row's personal data. */
export function keysIn({ email, phone, document }: WrittenContact): PersonKeys {
  return {
    email: email ? contactKey('email', email) : null,
    phone: phone ? contactKey('phone', phone) : null,
    document: document ? documentKey(document) : null,
  };
}

/** The letters and digits of a document, without leading zeros, which a document stored as a number loses; null: it is none. */
export function documentKey(document: string): string | null {
  const digits = cleanDocument(document)
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '');
  return digits.length >= 5 && digits.length <= 30 ? digits : null;
}

/** Whether a row contains a key of one of some people. */
export function isNamed(people: readonly PersonKeys[], row: WrittenContact): boolean {
  const keys = keysIn(row);
  return people.some((person) =>
    (['email', 'phone', 'document'] as const).some((kind) => person[kind] !== null && person[kind] === keys[kind]),
  );
}

/** The contact that a message's recipient on a channel is. */
export const contactAt = (channel: Channel, recipient: string): ContactRequest =>
  channel === 'email' ? { email: recipient } : { phone: recipient };

/** The channels that reach a person, with the key of each. */
export function channelsOf({ email, phone }: PersonKeys): { channel: Channel; key: string }[] {
  return [
    ...(email === null ? [] : [{ channel: 'email' as const, key: email }]),
    ...(phone === null ? [] : (['whatsapp', 'sms'] as const).map((channel) => ({ channel, key: phone }))),
  ];
}

/** The hash of the people whom a privacy request is about, for its record: the same for the same people. */
export function requestHash(secret: KeyObject, storeId: string, people: readonly PersonKeys[]): Buffer {
  const [first, ...more] = people.map(({ email, phone, document }) => JSON.stringify([email, phone, document])).sort();
  return hashContactKey(secret, storeId, more.length === 0 ? first! : JSON.stringify([first, ...more]));
}

import type { KeyObject } from 'node:crypto';
import type { Channel } from '@retoma/flow';
import type { NamedRow } from '../db/queries/privacy/contact-search.ts';
import { hashContactKey, contactKey } from '../crypto/contact-hash.ts';

/** The data by which a person is searched, in any spelling. */
export type ContactRequest = {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly document?: string | undefined;
};

/** The same data as normalized keys, which are equal for all spellings; null: absent or invalid. */
export type PersonKeys = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly document: string | null;
};

/** Why a search is not possible. */
export type PersonRefusal = 'NOBODY_NAMED' | 'INVALID_EMAIL' | 'INVALID_PHONE' | 'INVALID_DOCUMENT';

/** The keys of a person, or why the request is refused. */
export function personKeysOf(
  request: ContactRequest,
): { ok: true; keys: PersonKeys } | { ok: false; code: PersonRefusal } {
  const { email, phone, document } = request;
  if (email === undefined && phone === undefined && document === undefined) return { ok: false, code: 'NOBODY_NAMED' };
  const keys = keysIn(request);
  if (email !== undefined && keys.email === null) return { ok: false, code: 'INVALID_EMAIL' };
  if (phone !== undefined && keys.phone === null) return { ok: false, code: 'INVALID_PHONE' };
  if (document !== undefined && keys.document === null) return { ok: false, code: 'INVALID_DOCUMENT' };
  return { ok: true, keys };
}

/** The keys of a row's personal data. */
export function keysIn(request: ContactRequest | NamedRow): PersonKeys {
  const { email, phone, document } = request;
  return {
    email: email ? contactKey('email', email) : null,
    phone: phone ? contactKey('phone', phone) : null,
    document: document ? documentKey(document) : null,
  };
}

/** Only letters and digits, without leading zeros, which a document stored as a number loses. */
function documentKey(document: string): string | null {
  const digits = document
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .replace(/^0+/, '');
  return digits.length >= 5 && digits.length <= 30 ? digits : null;
}

/** Whether a row contains any one of a person's keys. */
export function isNamed(person: PersonKeys, row: NamedRow): boolean {
  const request = keysIn(row);
  return (['email', 'phone', 'document'] as const).some(
    (kind) => person[kind] !== null && person[kind] === request[kind],
  );
}

/** Whether a message to an address on a channel reaches a person. */
export function isReachedAt(person: PersonKeys, channel: Channel, address: string): boolean {
  const kind = channel === 'email' ? 'email' : 'phone';
  return person[kind] !== null && person[kind] === contactKey(kind, address);
}

/** The channels that reach a person, with the key of each. */
export function channelsOf({ email, phone }: PersonKeys): { channel: Channel; key: string }[] {
  return [
    ...(email === null ? [] : [{ channel: 'email' as const, key: email }]),
    ...(phone === null ? [] : (['whatsapp', 'sms'] as const).map((channel) => ({ channel, key: phone }))),
  ];
}

/** The hash of a person's keys in the record of privacy requests: the same for the same keys. */
export function requestHash(secret: KeyObject, storeId: string, { email, phone, document }: PersonKeys): Buffer {
  return hashContactKey(secret, storeId, JSON.stringify([email, phone, document]));
}

import type { KeyObject } from 'node:crypto';
import type { Channel } from '@retoma/flow';
import { payOrigin } from './store-url.ts';
import { hashContact } from '../crypto/contact-hash.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { deriveKeys } from '../crypto/derive-keys.ts';

// COM8: the URL of "unsubscribe" and of the header List-Unsubscribe. Its token is sealed, so that only we can create one. It contains a
// hash of the person, so that neither the token nor a log reveals the recipient.

/** The content of a token: a store's messages to one person on one channel. */
export type Subscription = { readonly storeId: string; readonly channel: Channel; readonly contactHash: Buffer };

/** The keys that seal tokens, derived from the server's secret. */
export const unsubscribeKey = (secret: string): Buffer => deriveKeys(secret, 'unsubscribe');

/** The dependencies of unsubscribe links. */
export type UnsubscribeDeps = {
  readonly unsubscribeKey: Buffer;
  readonly contactSecret: KeyObject;
  /** Without a trailing slash. */
  readonly baseUrl: string;
};

const letters: Record<Channel, string> = { whatsapp: 'w', email: 'e', sms: 's' };
const context = 'unsubscribe';

/**
 * The unsubscribe link of the contact at an address; null: it is not an address. It works as long as the server accepts its secret, also
 * after the person's data was erased.
 */
export function unsubscribeLink(
  deps: UnsubscribeDeps,
  store: { readonly storeId: string; readonly domain: string | null },
  channel: Channel,
  address: string,
): string | null {
  const contactHash = hashContact(deps, store.storeId, channel, address);
  if (!contactHash) return null;
  const name = Buffer.concat([Buffer.from(store.storeId.replaceAll('-', ''), 'hex'), contactHash]).toString(
    'base64url',
  );
  const token = seal(deps.unsubscribeKey, context, letters[channel] + name).toString('base64url');
  return `${payOrigin(store, deps.baseUrl)}/u/${token}`;
}

/** The subscription of a token; undefined: the token is invalid. */
export function readUnsubscribeToken(key: Buffer, token: string): Subscription | undefined {
  if (token.length > 100) return undefined; // the longest route parameter
  const value = unseal(key, context, Buffer.from(token, 'base64url'));
  if (typeof value !== 'string') return undefined;
  const channel = (Object.keys(letters) as Channel[]).find((one) => letters[one] === value[0]);
  const name = Buffer.from(value.slice(1), 'base64url');
  if (!channel || name.length !== 32) return undefined;
  const hex = name.toString('hex', 0, 16);
  const storeId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { storeId, channel, contactHash: name.subarray(16) };
}

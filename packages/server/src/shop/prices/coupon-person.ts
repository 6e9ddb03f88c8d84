import type { KeyObject } from 'node:crypto';
import { cleanDocument } from '@retoma/commerce';
import { hashContactKey, mailboxKey, searchKey } from '../../base/crypto/contact-hash.ts';
import type { Details } from '../orders/queries/orders.ts';

/**
 * COM28: what identifies the person who buys; each key alone does. `email`: the mailbox (`mailbox_key` of the migrations finds it in orders);
 * `phone`: as `phone_key`; `document`: CPF or CNPJ without punctuation (`document_key`). Null: not known.
 */
export type BuyerKeys = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly document: string | null;
};

/** The keys of an order's customer. Pure. */
export const buyerKeysOf = (customer: Details | null): BuyerKeys => ({
  email: mailboxKey(customer?.['email']),
  phone: searchKey('phone', customer?.['phone']),
  document: documentKey(customer?.['document']),
});

/** Keyed hashes of a person's keys, as they are stored with the use of a coupon. */
export const hashBuyerKeys = (secret: KeyObject, storeId: string, keys: BuyerKeys): string[] =>
  Object.entries(keys).flatMap(([kind, key]) => {
    if (key === null) return [];
    // E-mail addresses and phones differ by their "@"; the kind distinguishes a document from a phone.
    const named = kind === 'document' ? `document:${key}` : key;
    return [hashContactKey(secret, storeId, named).toString('hex')];
  });

const documentKey = (value: unknown): string | null =>
  (typeof value === 'string' && cleanDocument(value).replace(/[^0-9A-Z]/g, '')) || null;

// COM35. A returning shopper proves with a one-time code who they are, and gets the data of an earlier purchase.
//
// INV1. Whether a contact has bought shows nowhere before its code was typed: both cases read, write and answer the same.
// INV2. A try is counted before its code is compared, so that requests at the same time have no more tries than others.
import { createHmac, randomInt, timingSafeEqual, type KeyObject } from 'node:crypto';
import { checkAddress, checkCustomer } from '@retoma/commerce';
import { keysOf } from '../crypto/derive-keys.ts';
import { hashContactKey, searchKey } from '../crypto/contact-hash.ts';
import {
  paidCheckoutFind,
  shopperCodeCount,
  shopperCodeInsert,
  shopperCodeIsOpen,
  shopperCodeTry,
  shopperCodeUse,
} from '../db/queries/checkouts/shopper-codes.ts';
import { shopperFind } from '../db/queries/checkouts/shoppers.ts';
import type { StoreRow } from '../db/queries/stores/stores.ts';
import { newId } from '../platform/ids.ts';
import { RateLimiter } from '../platform/rate-limiter.ts';
import { changeShopper, type ShopperParts } from './change-shopper.ts';
import type { ContactSource } from '../limits/new-contacts.ts';

/** `shopperCodeKeys`: the keys of the hashes of codes. */
export type CodeParts = ShopperParts & { contactSecret: KeyObject; shopperCodeKeys: Buffer };

/** A valid e-mail address or phone, as it is stored. */
export type CodeContact = { kind: 'email' | 'phone'; value: string };

/** How long a code may be typed, in milliseconds. */
const lifetime = 10 * 60_000;

/** The most codes of a contact at a store. */
const perContact = { hour: 3, day: 8 };

/** The limits of one network and of one store; each process counts separately. */
const networks = new RateLimiter({ perSecond: 10 / 3600, burst: 10 });
const stores = new RateLimiter({ perSecond: 600 / 3600, burst: 600 });

/** A new code to send; null: the contact never bought, so nothing is sent. `TOO_MANY_CODES`: of this contact, network or store. */
export type RequestedCode = { ok: true; code: string | null } | { ok: false; code: 'TOO_MANY_CODES' };

/** Makes a code for a contact at a checkout; it replaces the one before. */
export async function requestCode(
  { db, clock, contactSecret, shopperCodeKeys }: CodeParts,
  { storeId, network }: ContactSource,
  checkoutId: string,
  { kind, value }: CodeContact,
): Promise<RequestedCode> {
  const now = clock();
  const key = searchKey(kind, value) ?? '';
  const contactHash = hashContactKey(contactSecret, storeId, key);
  const earlierCheckoutId = (await paidCheckoutFind(db, storeId, kind, key)) ?? null;
  const count = await shopperCodeCount(db, { storeId, contactHash }, now);
  const isWithin = (count?.hour ?? 0) < perContact.hour && (count?.day ?? 0) < perContact.day;
  if (!isWithin || !allows(storeId, network, now)) return { ok: false, code: 'TOO_MANY_CODES' };
  const codeId = newId(checkoutId);
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = hashesOf(shopperCodeKeys, codeId, digits)[0]!;
  const times = { createdAt: now, expiresAt: now + lifetime };
  await shopperCodeInsert(db, { codeId, storeId, checkoutId, contactHash, earlierCheckoutId, codeHash, ...times });
  return { ok: true, code: earlierCheckoutId === null ? null : digits };
}

/** Whether a code may be typed at a checkout now. */
export const isCodeOpen = ({ db, clock }: Pick<CodeParts, 'db' | 'clock'>, checkoutId: string): Promise<boolean> =>
  shopperCodeIsOpen(db, checkoutId, clock());

const allows = (storeId: string, network: string | undefined, now: number): boolean =>
  (network === undefined || networks.take(`${storeId} ${network}`, now).allowed) && stores.take(storeId, now).allowed;

/** The hashes of a code under each accepted key, first the one that is stored. */
const hashesOf = (keys: Buffer, codeId: string, digits: string): Buffer[] =>
  keysOf(keys).map((key) => createHmac('sha256', key).update(`${codeId}:${digits}`).digest());

/**
 * Compares a typed code. Right, the checkout gets the data of the earlier purchase, and what this browser typed itself stays (`keepTyped`:
 * everything that is stored was typed by this browser). Otherwise all of it is replaced, so that a code shows no data of others.
 */
export async function proveCode(
  parts: CodeParts,
  store: StoreRow,
  checkoutId: string,
  { typed, keepTyped }: { typed: string; keepTyped: boolean },
): Promise<'proven' | 'wrong' | 'expired'> {
  const { db, clock, shopperCodeKeys } = parts;
  const code = await shopperCodeTry(db, checkoutId, clock());
  if (!code) return 'expired';
  const hashes = hashesOf(shopperCodeKeys, code.codeId, typed.replace(/\D/g, '').slice(0, 20));
  const isRight = hashes.some((hash) => timingSafeEqual(hash, code.codeHash));
  if (!isRight || code.earlierCheckoutId === null) return 'wrong';
  const earlier = await shopperFind(db, code.earlierCheckoutId);
  const { customer, issues } = checkCustomer(earlier?.customer ?? {});
  // Erased since, or a store's own request that never had all of it.
  if (issues.length > 0 || !(await shopperCodeUse(db, code.codeId, clock()))) return 'expired';
  const { address, issues: gaps } = checkAddress(earlier?.address ?? {});
  const known = gaps.length === 0 ? address : null;
  await changeShopper(parts, store, checkoutId, (before) => ({
    customer: keepTyped ? { ...customer, ...before.customer } : customer,
    address: keepTyped && before.address?.zipcode ? before.address : known,
  }));
  return 'proven';
}

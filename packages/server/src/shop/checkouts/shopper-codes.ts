// COM35. A returning shopper proves with a one-time code who they are, and gets the data of an earlier purchase.
//
// INV1. Whether a contact has bought shows nowhere before its code was typed: both cases read, write and answer the same.
// INV2. A code opens a purchase whose own contact is exactly the one that it was sent to, and of it what came with that contact (COM24).
// INV3. A code is counted in the transaction that stores it, under the lock of its mailbox or phone, and before it is sent.
// INV4. A try is counted before its code is compared, so that requests at the same time have no more tries than others.
import { createHmac, randomInt, timingSafeEqual, type KeyObject } from 'node:crypto';
import { checkAddress, checkCustomer, cleanPasted, customerChecks } from '@retoma/commerce';
import { keysOf } from '../../base/crypto/derive-keys.ts';
import { hashContactKey, mailboxKey, searchKey } from '../../base/crypto/contact-hash.ts';
import type { Database } from '../../base/postgres/pool.ts';
import {
  boughtFind,
  paidContactList,
  shopperCodeCount,
  shopperCodeInsert,
  shopperCodeIsOpen,
  shopperCodeLock,
  shopperCodeTry,
  shopperCodeUse,
} from './queries/shopper-codes.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { newId } from '../../base/ids.ts';
import { RateLimiter } from '../../base/net/rate-limiter.ts';
import { changeShopper, type ShopperDeps } from './change-shopper.ts';
import { mayStore, openedBy, type Entered, type ShopperData } from './entered/entered.ts';
import { orderedData } from './purchase.ts';
import type { EnteringBrowser } from './save-shopper.ts';
import type { ContactSource } from '../../stores/limits/open-limits.ts';

/** `shopperCodeKeys`: the keys of the hashes of codes. */
export type CodeDeps = ShopperDeps & { contactSecret: KeyObject; shopperCodeKeys: Buffer };

/** A valid e-mail address or phone, as it is stored. */
export type CodeContact = { kind: 'email' | 'phone'; value: string };

/** How long a code may be typed, in milliseconds. */
const lifetimeMs = 10 * 60_000;

/** The most codes of a contact at a store. */
const perContact = { hour: 3, day: 8 };

/** The limits of one network and of one store; each process counts separately. */
const networks = new RateLimiter({ perSecond: 10 / 3600, burst: 10 });
const stores = new RateLimiter({ perSecond: 600 / 3600, burst: 600 });

/** A new code to send; null: the contact never bought, so nothing is sent. `TOO_MANY_CODES`: of this contact, network or store. */
export type RequestedCode = { ok: true; code: string | null } | { ok: false; code: 'TOO_MANY_CODES' };

/** Makes a code for a contact at a checkout; it replaces the one before. */
export async function requestCode(
  { db, clock, contactSecret, shopperCodeKeys }: CodeDeps,
  { storeId, network }: ContactSource,
  checkoutId: string,
  { kind, value }: CodeContact,
): Promise<RequestedCode> {
  const now = clock();
  const hash = (key: string | null): Buffer => hashContactKey(contactSecret, storeId, key ?? '');
  const [contactHash, countedHash] = [
    hash(searchKey(kind, value)),
    hash(kind === 'email' ? mailboxKey(value) : searchKey(kind, value)),
  ];
  const earlierCheckoutId = await earlierOf(db, storeId, { kind, value });
  const codeId = newId(checkoutId);
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = hashesOf(shopperCodeKeys, codeId, digits)[0]!;
  const times = { createdAt: now, expiresAt: now + lifetimeMs };
  const code = { codeId, storeId, checkoutId, contactHash, countedHash, earlierCheckoutId, codeHash, ...times };
  const isStored = await inTransaction(db, async (client) => {
    await shopperCodeLock(client, countedHash);
    const { hour, day } = await shopperCodeCount(client, code, now);
    const isWithin = hour < perContact.hour && day < perContact.day && allows(storeId, network, now);
    if (isWithin) await shopperCodeInsert(client, code);
    return isWithin;
  });
  if (!isStored) return { ok: false, code: 'TOO_MANY_CODES' };
  return { ok: true, code: earlierCheckoutId === null ? null : digits };
}

/** INV2: the newest paid checkout whose order has this contact; null: the contact never bought. */
async function earlierOf(db: Database, storeId: string, { kind, value }: CodeContact): Promise<string | null> {
  const found = await paidContactList(db, storeId, kind, searchKey(kind, value) ?? '');
  const isSame = ({ contact }: { contact: string | null }): boolean => {
    const checked = customerChecks[kind](contact ?? '');
    return checked.ok && checked.value === value;
  };
  return found.find(isSame)?.checkoutId ?? null;
}

/** Whether a code may be typed at a checkout now. */
export const isCodeOpen = ({ db, clock }: Pick<CodeDeps, 'db' | 'clock'>, checkoutId: string): Promise<boolean> =>
  shopperCodeIsOpen(db, checkoutId, clock());

const allows = (storeId: string, network: string | undefined, now: number): boolean =>
  (network === undefined || networks.take(`${storeId} ${network}`, now).allowed) && stores.take(storeId, now).allowed;

/** The hashes of a code under each accepted key, first the one that is stored. */
const hashesOf = (keys: Buffer, codeId: string, digits: string): Buffer[] =>
  keysOf(keys).map((key) => createHmac('sha256', key).update(`${codeId}:${digits}`).digest());

/**
 * Compares a typed code. Right, the browser has the data that it opens, and what it typed itself stays. They are stored with the checkout
 * where the browser may store them (COM24). `by`: as of `saveShopper`.
 */
export async function proveCode(
  deps: CodeDeps,
  store: StoreRow,
  checkoutId: string,
  { typed, by }: { typed: string; by: EnteringBrowser },
): Promise<{ entered: Entered } | 'wrong' | 'expired'> {
  const { db, clock, shopperCodeKeys } = deps;
  const code = await shopperCodeTry(db, checkoutId, clock());
  if (!code) return 'expired';
  const hashes = hashesOf(shopperCodeKeys, code.codeId, cleanPasted(typed).replace(/\D/g, '').slice(0, 20));
  const isRight = hashes.some((hash) => timingSafeEqual(hash, code.codeHash));
  if (!isRight || code.earlierCheckoutId === null) return 'wrong';
  const opened = await openedWith(deps, store.storeId, code);
  // Erased since.
  if (!opened || !(await shopperCodeUse(db, code.codeId, clock()))) return 'expired';
  const { customer, address } = by.entered;
  const entered: Entered = {
    ...by.entered,
    customer: { ...opened.customer, ...customer },
    address: address.zipcode ? address : opened.address,
  };
  let isStored = false;
  await changeShopper(deps, store, checkoutId, (known) => {
    isStored = mayStore(by.entered, entered, { requested: by.requested, stored: known });
    return isStored
      ? { customer: { ...known.customer, ...entered.customer }, address: { ...known.address, ...entered.address } }
      : {};
  });
  return { entered: { ...entered, isStored } };
}

/** The data that a code opens; undefined: nothing is left of them. */
async function openedWith(
  { db, contactSecret }: CodeDeps,
  storeId: string,
  { earlierCheckoutId, contactHash }: { earlierCheckoutId: string | null; contactHash: Buffer },
): Promise<ShopperData | undefined> {
  const bought = await boughtFind(db, earlierCheckoutId!);
  const data = bought && orderedData(bought);
  if (!data) return undefined;
  const kind = (['email', 'phone'] as const).find((one) => {
    const key = searchKey(one, data.customer[one]);
    return key !== null && hashContactKey(contactSecret, storeId, key).equals(contactHash);
  });
  if (!kind) return undefined;
  const { customer, address } = openedBy(kind, data, bought.requested ?? {});
  const { address: complete, issues } = checkAddress(address);
  return { customer: checkCustomer(customer).customer, address: issues.length === 0 ? complete : {} };
}

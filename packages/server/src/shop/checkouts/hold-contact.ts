// COM21. With the public key or the payment page, anyone can enter any contact as a shopper. A source with too many new contacts is
// not refused, since it may be a shop whose customers share one IP address. Instead, messages to contacts beyond the limit are held.
//
// INV1. A hold is stored before its lead, so that no worker sends a message first.
// INV2. A request within the limits runs no statement.
import { cleanEmail, cleanPhone, isReachable } from '@retoma/commerce';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { heldContactInsert } from '../../stores/limits/queries/held-contacts.ts';
import type { ShopperCustomer } from './queries/shoppers.ts';
import { newId } from '../../base/ids.ts';
import type { ContactSource, Limits } from '../../stores/limits/open-limits.ts';
import { searchKey } from '../../base/crypto/contact-hash.ts';

/** The dependencies of counting and holding contacts. */
export type HoldDeps = { db: Database; clock: Clock; limits: Limits };

/** How long a hold is stored, in milliseconds: a later release is too late for every store (RUN17). */
const longestHoldMs = 8 * 24 * 60 * 60_000;

/**
 * Counts a contact of a source that is named at a checkout. Beyond the limits the messages of the checkout are held. Returns the id of the
 * hold; undefined: there is none.
 */
export async function holdContact(
  { db, clock, limits }: HoldDeps,
  source: ContactSource,
  checkoutId: string,
  contact: ShopperCustomer,
): Promise<string | undefined> {
  const now = clock();
  const releaseAt = countContact(limits, source, now);
  if (releaseAt <= now) return undefined;
  const { storeId } = source;
  const heldId = newId(storeId);
  const held = { heldId, storeId, checkoutId, releaseAt, expiresAt: now + longestHoldMs };
  return (await heldContactInsert(db, held, buyersOf(contact))) ? heldId : undefined;
}

/** As `holdContact`, for the contact that a shopper enters, if it differs from the stored one. Returns whether there is a hold. */
export async function holdEntered(
  deps: HoldDeps,
  source: ContactSource,
  checkoutId: string,
  { known, entered }: { known: ShopperCustomer; entered: ShopperCustomer },
): Promise<boolean> {
  const isNew = (['email', 'phone'] as const).some(
    (kind) => entered[kind] && searchKey(kind, entered[kind]) !== searchKey(kind, known[kind]),
  );
  return isNew && isReachable(entered) && (await holdContact(deps, source, checkoutId, entered)) !== undefined;
}

/** COM21: counts a contact of a source that is named without a checkout. Returns whether it is within the limits. */
export function isWithinContacts(
  { clock, limits }: Pick<HoldDeps, 'clock' | 'limits'>,
  source: ContactSource,
): boolean {
  const now = clock();
  return countContact(limits, source, now) <= now;
}

/** If a contact's release is further away than this, it is held until an owner decides. In milliseconds. */
const longestWaitMs = 24 * 60 * 60_000;

/**
 * COM21: counts a contact that is new to a store. Returns until when messages to it are held (milliseconds); `now`: it is within the
 * limits. Contacts beyond the limits are released one by one, at the rate of the limit. Infinity: the release would take more than a day;
 * the contact is then not counted.
 */
function countContact(limits: Limits, source: ContactSource, now: number): number {
  const buckets = bucketsOf(limits, source);
  const releaseAt = Math.max(now, ...buckets.map(({ limiter, caller }) => limiter.availableAt(caller, now)));
  if (releaseAt > now + longestWaitMs) return Infinity;
  for (const { limiter, caller } of buckets) limiter.use(caller, now);
  return releaseAt;
}

const bucketsOf = ({ contacts, storeContacts }: Limits, { storeId, network }: ContactSource) => [
  ...(network === undefined ? [] : contacts.map((limiter) => ({ limiter, caller: `${storeId} ${network}` }))),
  ...storeContacts.map((limiter) => ({ limiter, caller: storeId })),
];

/** A contact's values in the format of `orders.buyer`. */
const buyersOf = ({ email, phone }: ShopperCustomer): string[] =>
  [cleanEmail(email ?? '').toLowerCase(), cleanPhone(phone ?? '').replace(/[^0-9]/g, '')].filter((text) => text !== '');

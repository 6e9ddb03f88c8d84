// COM21. With the public key or the payment page, anyone can enter any contact as a shopper. A source with too many new contacts is
// not refused, since it may be a shop whose customers share one IP address. Instead, messages to contacts beyond the limit are held.
//
// INV1. A hold is stored before its lead, so that no worker sends a message first.
// INV2. A request within the limits runs no statement.
import { cleanEmail, cleanPhone, isReachable } from '@retoma/commerce';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import { heldContactInsert, heldContactNarrow } from '../db/queries/limits/held-contacts.ts';
import type { ShopperCustomer } from '../db/queries/checkouts/shoppers.ts';
import { newId } from '../platform/ids.ts';
import { allowsContact, countContact, type ContactSource } from '../limits/new-contacts.ts';
import type { Limits } from '../limits/open-limits.ts';
import { searchKey } from '../crypto/contact-hash.ts';
import { readJson } from './body.ts';
import { leadIn } from './lead.ts';

/** The dependencies of counting and holding contacts. */
export type HoldParts = { db: Database; clock: Clock; limits: Limits };

/** A hold of a contact whose checkout is not created yet. */
export type PendingHold = { heldId: string };

/** How long a hold is stored, in milliseconds: a later release is too late for every store (RUN17). */
const longestHold = 8 * 24 * 60 * 60_000;

/** Whether the next contact of a source is within the limits; does not count it. */
export const isWithinContacts = ({ limits, clock }: HoldParts, source: ContactSource): boolean =>
  allowsContact(limits, source, clock());

/** Counts a contact of a source. */
export const noteContact = ({ limits, clock }: HoldParts, source: ContactSource): void =>
  void countContact(limits, source, clock());

/**
 * Counts the contact in a request to create a checkout, if there is one. Beyond the limits, messages to the contact are held at every
 * checkout until `settleHold`. Undefined: nothing is held.
 */
export async function holdRequested(
  parts: HoldParts,
  source: ContactSource,
  raw: Buffer,
): Promise<PendingHold | undefined> {
  const body = readJson(raw);
  if ('issue' in body || typeof body.value !== 'object' || body.value === null) return undefined;
  const { customer } = body.value as { customer?: unknown };
  if (typeof customer !== 'object' || customer === null) return undefined;
  const lead = leadIn({ customer } as Parameters<typeof leadIn>[0]);
  return lead ? hold(parts, source, lead, null) : undefined;
}

/** Limits a hold to the checkout that was created; null: none was created. */
export const settleHold = ({ db }: HoldParts, { heldId }: PendingHold, checkoutId: string | null): Promise<void> =>
  heldContactNarrow(db, heldId, checkoutId);

/**
 * Counts the contact that a shopper enters at a checkout, if it differs from the stored one. Beyond the limits the messages of the
 * checkout are held. Returns whether they are.
 */
export async function holdEntered(
  parts: HoldParts,
  source: ContactSource,
  checkoutId: string,
  { known, entered }: { known: ShopperCustomer; entered: ShopperCustomer },
): Promise<boolean> {
  const isNew = (['email', 'phone'] as const).some(
    (kind) => entered[kind] && searchKey(kind, entered[kind]) !== searchKey(kind, known[kind]),
  );
  return isNew && isReachable(entered) && (await hold(parts, source, entered, checkoutId)) !== undefined;
}

async function hold(
  { db, clock, limits }: HoldParts,
  source: ContactSource,
  contact: ShopperCustomer,
  checkoutId: string | null,
): Promise<PendingHold | undefined> {
  const now = clock();
  const releaseAt = countContact(limits, source, now);
  if (releaseAt <= now) return undefined;
  const { storeId } = source;
  const [emailKey, phoneKey] = [searchKey('email', contact.email), searchKey('phone', contact.phone)];
  const heldId = newId(storeId);
  const held = { heldId, storeId, checkoutId, emailKey, phoneKey, releaseAt, expiresAt: now + longestHold };
  return (await heldContactInsert(db, held, buyersOf(contact))) ? { heldId } : undefined;
}

/** A contact's values in the format of `orders.buyer`. */
const buyersOf = ({ email, phone }: ShopperCustomer): string[] =>
  [cleanEmail(email ?? '').toLowerCase(), cleanPhone(phone ?? '').replace(/[^0-9]/g, '')].filter((text) => text !== '');

import { milliseconds } from '../../driver/milliseconds.ts';
import type { Queryable } from '../../pool.ts';
import { deleteOldest } from '../privacy/retention.ts';
import { affectedRows, execute, queryRows } from '../../query.ts';

/** COM21: a contact whose messages are held. Instants in milliseconds; `releaseAt` Infinity: until an owner releases it. */
export type HeldContact = {
  heldId: string;
  storeId: string;
  /** Null: every checkout of the contact. */
  checkoutId: string | null;
  /** Contact keys (contact-hash.ts); both null if `checkoutId` is set. */
  emailKey: string | null;
  phoneKey: string | null;
  releaseAt: number;
  expiresAt: number;
};

/** COM21: holds messages to a contact. False, without effect, if a contact with the same keys has paid at the store. */
export const heldContactInsert = async (
  db: Queryable,
  { heldId, storeId, checkoutId, emailKey, phoneKey, releaseAt, expiresAt }: HeldContact,
  paidBy: readonly string[],
): Promise<boolean> =>
  (await affectedRows(db, {
    name: 'held-contact-insert',
    text: `
      insert into held_contacts (held_id, store_id, checkout_id, email_key, phone_key, release_at, expires_at)
      select $1, $2, $3, $4, $5, coalesce(to_timestamp($6::float8 / 1000.0), 'infinity'), to_timestamp($7::float8 / 1000.0)
      where not exists (
        select from orders where store_id = $2 and buyer = any(array(select md5(b)::uuid from unnest($8::text[]) b)) and status = 'paid')`,
    values: [
      heldId,
      storeId,
      checkoutId,
      checkoutId === null ? emailKey : null,
      checkoutId === null ? phoneKey : null,
      releaseAt === Infinity ? null : releaseAt,
      expiresAt,
      paidBy,
    ],
  })) > 0;

/** Restricts a held contact to one checkout. Null: there is no checkout, so the row is deleted. */
export const heldContactNarrow = (db: Queryable, heldId: string, checkoutId: string | null): Promise<void> =>
  checkoutId === null
    ? execute(db, { text: 'delete from held_contacts where held_id = $1', values: [heldId] })
    : execute(db, {
        text: 'update held_contacts set checkout_id = $2, email_key = null, phone_key = null where held_id = $1',
        values: [heldId, checkoutId],
      });

/** When the messages of checkouts are released, in milliseconds. Checkouts that are paid or not held are missing. */
export async function heldContactFindMany(
  db: Queryable,
  checkoutIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (checkoutIds.length === 0) return new Map();
  const held = (match: string): string => `
    select c.checkout_id, h.release_at from checkouts c join held_contacts h on ${match}
    where c.checkout_id = any($1::uuid[]) and c.state <> 'paid' and h.store_id = c.store_id
      and h.release_at > to_timestamp($2 / 1000.0)`;
  const rows = await queryRows<{ checkoutId: string; releaseAt: number }>(db, {
    name: 'held-contact-find-many',
    text: `
      select checkout_id as "checkoutId", ${milliseconds('max(release_at)')} as "releaseAt" from (
        ${held('h.checkout_id = c.checkout_id')}
        union all ${held('h.store_id = c.store_id and h.email_key = c.email_key')}
        union all ${held('h.store_id = c.store_id and h.phone_key = c.phone_key')}) held
      group by checkout_id`,
    values: [checkoutIds, now],
  });
  return new Map(rows.map(({ checkoutId, releaseAt }) => [checkoutId, releaseAt]));
}

/** COM21: releases a store's held contacts for an owner, and the messages that wait for that reason. Returns the number of contacts. */
export async function heldContactRelease(db: Queryable, storeId: string, reason: string, now: Date): Promise<number> {
  const released = await affectedRows(db, {
    text: 'delete from held_contacts where store_id = $1 and release_at > $2',
    values: [storeId, now],
  });
  await execute(db, {
    text: `update messages set next_attempt_at = $3 where state = 'queued' and reason = $2 and next_attempt_at > $3
       and connection_id in (select connection_id from connections where store_id = $1)`,
    values: [storeId, reason, now],
  });
  return released;
}

/** Deletes holds that ended before an instant. */
export const heldContactPurge = deleteOldest('held_contacts', 'least(expires_at, release_at)');

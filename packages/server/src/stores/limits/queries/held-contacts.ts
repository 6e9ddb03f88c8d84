import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { deleteOldest } from '../../../base/retention/retention.ts';
import { affectedRows, execute, queryRows } from '../../../base/postgres/query.ts';

/** COM21: a contact whose messages of a checkout are held. Instants in milliseconds; `releaseAt` Infinity: until an owner releases it. */
export type HeldContact = {
  heldId: string;
  storeId: string;
  checkoutId: string;
  releaseAt: number;
  expiresAt: number;
};

/** COM21: holds messages to a contact. False, without effect, if a contact in `paidBy` has paid at the store. */
export const heldContactInsert = async (
  db: Queryable,
  { heldId, storeId, checkoutId, releaseAt, expiresAt }: HeldContact,
  paidBy: readonly string[],
): Promise<boolean> =>
  (await affectedRows(db, {
    name: 'held-contact-insert',
    text: `
      insert into held_contacts (held_id, store_id, checkout_id, release_at, expires_at)
      select $1, $2, $3, coalesce(to_timestamp($4::float8 / 1000.0), 'infinity'), to_timestamp($5::float8 / 1000.0)
      where not exists (
        select from orders where store_id = $2 and buyer = any(array(select md5(b)::uuid from unnest($6::text[]) b)) and status = 'paid')`,
    values: [heldId, storeId, checkoutId, releaseAt === Infinity ? null : releaseAt, expiresAt, paidBy],
  })) > 0;

/** Deletes a hold whose checkout was not stored. */
export const heldContactDelete = (db: Queryable, heldId: string): Promise<void> =>
  execute(db, { text: 'delete from held_contacts where held_id = $1', values: [heldId] });

/** When the messages of checkouts are released, in milliseconds. Checkouts that are paid or not held are missing. */
export async function heldContactFindMany(
  db: Queryable,
  checkoutIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (checkoutIds.length === 0) return new Map();
  const rows = await queryRows<{ checkoutId: string; releaseAt: number }>(db, {
    name: 'held-contact-find-many',
    text: `
      select checkout_id as "checkoutId", ${milliseconds('max(h.release_at)')} as "releaseAt"
      from checkouts c join held_contacts h using (checkout_id, store_id)
      where checkout_id = any($1::uuid[]) and c.state <> 'paid' and h.release_at > to_timestamp($2 / 1000.0)
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

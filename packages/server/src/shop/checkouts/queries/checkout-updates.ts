import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRow } from '../../../base/postgres/query.ts';
import type { CheckoutRow } from './checkouts.ts';

/**
 * A checkout whose cart may be replaced. `isOpen`: it has no order, was not paid, and has not expired. `isCaptured`: it is a lead;
 * `hasEntered`: with data that its shopper entered.
 */
export type UpdatableCheckout = Pick<CheckoutRow, 'cartToken' | 'signed' | 'request'> & {
  isOpen: boolean;
  isCaptured: boolean;
  hasEntered: boolean;
};

/** Locks a checkout of a store until the transaction ends; undefined: the store has no such checkout. */
export async function checkoutUpdateLock(
  db: Queryable,
  storeId: string,
  checkoutId: string,
): Promise<UpdatableCheckout | undefined> {
  const locked = await queryRow<Omit<UpdatableCheckout, 'hasEntered' | 'isOpen'> & { isUnpaid: boolean }>(db, {
    name: 'checkout-update-lock',
    text: `select cart_token as "cartToken", signed, request, captured_at is not null as "isCaptured",
             state in ('open', 'abandoned') as "isUnpaid"
           from checkouts where checkout_id = $1 and store_id = $2 for update`,
    values: [checkoutId, storeId],
  });
  if (!locked) return undefined;
  // A statement of its own sees what was committed before the lock was granted.
  const related = await queryRow<{ isOrdered: boolean; hasEntered: boolean }>(db, {
    name: 'checkout-update-related',
    text: `select exists (select from orders where checkout_id = $1) as "isOrdered",
             exists (select from shoppers where checkout_id = $1 and customer is not null) as "hasEntered"`,
    values: [checkoutId],
  });
  const { isUnpaid, ...checkout } = locked;
  return { ...checkout, isOpen: isUnpaid && !related!.isOrdered, hasEntered: related!.hasEntered };
}

/** COM6: stores the event of a lead that came with its request, while the checkout is still what it was. It starts nothing. */
export const leadEventKeep = (db: Queryable, checkoutId: string): Promise<void> =>
  execute(db, {
    name: 'lead-event-keep',
    text: `insert into events (event_id, store_id, type, subject, checkout_id, occurred_at, data)
           select event_id, store_id, type, 'checkout ' || checkout_id, checkout_id, occurred_at, data
           from lead_events where event_id = $1 on conflict do nothing`,
    values: [checkoutId],
  });

/** What an update writes; amounts in cents. `contact`: the contact keys of the request; null: they stay. */
export type CheckoutUpdate = Pick<CheckoutRow, 'checkoutId' | 'cartToken' | 'subtotal' | 'discount' | 'total'> & {
  request: string;
  hasRequestToken: boolean;
  contact: { emailKey: string | null; phoneKey: string | null } | null;
  /** COM1, COM3: when it became a lead and when it is abandoned, milliseconds since 1970; null: it stays as it is. */
  captured: { at: number; abandonAt: number } | null;
};

/** API8: replaces the cart of a checkout, which counts as signed (CHK11). The caller must hold its lock. */
export const checkoutUpdateWrite = (db: Queryable, update: CheckoutUpdate): Promise<void> =>
  execute(db, {
    name: 'checkout-update-write',
    text: `
      update checkouts set request = $2, cart_token = $3, has_request_token = has_request_token or $4, signed = true,
        subtotal_cents = $5, discount_cents = $6, total_cents = $7,
        captured_at = coalesce(captured_at, $8), abandon_at = case when captured_at is null then $9 else abandon_at end,
        email_key = case when $10 then $11 else email_key end, phone_key = case when $10 then $12 else phone_key end
      where checkout_id = $1`,
    values: [
      update.checkoutId,
      update.request,
      update.cartToken,
      update.hasRequestToken,
      update.subtotal,
      update.discount,
      update.total,
      update.captured && new Date(update.captured.at).toISOString(),
      update.captured && new Date(update.captured.abandonAt).toISOString(),
      update.contact !== null,
      update.contact?.emailKey ?? null,
      update.contact?.phoneKey ?? null,
    ],
  });

/** What an update changes of a checkout. */
export const checkoutCartFind = (
  db: Queryable,
  checkoutId: string,
): Promise<Pick<CheckoutRow, 'request' | 'signed'> | undefined> =>
  queryRow(db, {
    name: 'checkout-cart-find',
    text: 'select request, signed from checkouts where checkout_id = $1',
    values: [checkoutId],
  });

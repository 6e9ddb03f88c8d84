import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectedRows, execute, queryRows } from '../../../base/postgres/query.ts';
import { deleteOldest } from '../../../base/retention/retention.ts';

// COM37: the ledger of conversions (migration 0016). Purchases and refunds are queued by a trigger of `orders`.

/** An event of which destinations learn. */
export type ConversionEvent = 'purchase' | 'lead' | 'begin_checkout' | 'refund';

/** The result of a conversion. */
export type ConversionState = 'queued' | 'sent' | 'refused' | 'skipped' | 'failed';

/** The key of a row. `subjectId`: the order, else the checkout. */
export type ConversionKey = {
  storeId: string;
  destination: string;
  event: ConversionEvent;
  subjectId: string;
};

/** Queues events of a checkout for the active destinations of its store that take them; repeated ones change nothing. Instants in milliseconds. */
export const conversionQueue = (
  db: Queryable,
  {
    storeId,
    checkoutId,
    events,
    at,
    dueAt,
  }: {
    storeId: string;
    checkoutId: string;
    events: readonly ConversionEvent[];
    at: number;
    dueAt: number;
  },
): Promise<void> =>
  execute(db, {
    name: 'conversion-queue',
    text: `
      insert into conversions (store_id, destination, event, subject_id, checkout_id, occurred_at, due_at, created_at)
      select d.store_id, d.destination, e.event, $2, $2, to_timestamp($4 / 1000.0), to_timestamp($5 / 1000.0), to_timestamp($4 / 1000.0)
      from conversion_destinations d cross join unnest($3::text[]) as e (event)
      where d.store_id = $1 and d.active and e.event = any(d.events)
      on conflict do nothing`,
    values: [storeId, checkoutId, events, at, dueAt],
  });

/** Makes the queued conversions of a checkout due. */
export const conversionHasten = (db: Queryable, checkoutId: string, now: number): Promise<void> =>
  execute(db, {
    name: 'conversion-hasten',
    text: `update conversions set due_at = to_timestamp($2 / 1000.0)
      where checkout_id = $1 and state = 'queued' and attempts = 0 and due_at > to_timestamp($2 / 1000.0)`,
    values: [checkoutId, now],
  });

/** A claimed conversion. `attempts`: including the one that it was claimed for. */
export type ClaimedConversion = ConversionKey & { attempts: number };

/**
 * Claims up to `limit` due conversions of a destination, earliest first, and counts an attempt. Until `leasedUntil` no other worker claims
 * them. Instants in milliseconds.
 */
export const conversionClaim = (
  db: Queryable,
  destination: string,
  { now, leasedUntil, limit }: { now: number; leasedUntil: number; limit: number },
): Promise<ClaimedConversion[]> =>
  queryRows(db, {
    name: 'conversion-claim',
    text: `
      with due as materialized (
        select store_id, destination, event, subject_id from conversions
        where destination = $1 and state = 'queued' and due_at <= to_timestamp($2 / 1000.0)
        order by due_at limit $4 for update skip locked)
      update conversions c set due_at = to_timestamp($3 / 1000.0), attempts = c.attempts + 1, attempted_at = to_timestamp($2 / 1000.0)
      from due where (c.store_id, c.destination, c.event, c.subject_id) = (due.store_id, due.destination, due.event, due.subject_id)
      returning c.store_id as "storeId", c.destination, c.event, c.subject_id as "subjectId", c.attempts`,
    values: [destination, now, leasedUntil, limit],
  });

/** The result of an attempt. `dueAt`: of the next one, milliseconds since 1970; with `queued` alone. */
export type ConversionResult = {
  state: ConversionState;
  dueAt: number | null;
  reason: string | null;
  status: number | null;
  code: string | null;
  message: string | null;
  disclosed: readonly string[] | null;
};

/** Records the result of an attempt, unless a later one has begun or the row was dropped. `now` in milliseconds. */
export const conversionRecord = (
  db: Queryable,
  { storeId, destination, event, subjectId, attempts }: ClaimedConversion,
  { state, dueAt, reason, status, code, message, disclosed }: ConversionResult,
  now: number,
): Promise<number> =>
  affectedRows(db, {
    name: 'conversion-record',
    text: `
      update conversions set state = $6, due_at = to_timestamp($7 / 1000.0), reason = $8, status = coalesce($9, status),
        code = case when $6 = 'skipped' then code else $10 end, message = case when $6 = 'skipped' then message else $11 end,
        disclosed = $12, settled_at = case when $6 <> 'queued' then to_timestamp($13 / 1000.0) end
      where store_id = $1 and destination = $2 and event = $3 and subject_id = $4 and attempts = $5 and state = 'queued'`,
    values: [
      storeId,
      destination,
      event,
      subjectId,
      attempts,
      state,
      dueAt,
      reason,
      status,
      code,
      message,
      disclosed,
      now,
    ],
  });

/** COM8: drops the queued conversions of checkouts; returns how many. */
export const conversionErase = (db: Queryable, storeId: string, checkoutIds: readonly string[]): Promise<number> =>
  affectedRows(db, {
    text: `update conversions set state = 'skipped', reason = 'ERASED', due_at = null, settled_at = now()
      where store_id = $1 and checkout_id = any($2::uuid[]) and state = 'queued'`,
    values: [storeId, checkoutIds],
  });

/**
 * COM34: takes back the lead of a checkout that waits to be sent. One that a destination may have is skipped; the others are deleted, so
 * that a later contact queues them again. The caller holds a transaction.
 */
export async function conversionWithdrawLead(db: Queryable, storeId: string, checkoutId: string): Promise<void> {
  const waiting = `store_id = $1 and checkout_id = $2 and event = 'lead' and state = 'queued'`;
  const values = [storeId, checkoutId];
  await execute(db, { text: `delete from conversions where ${waiting} and attempts = 0`, values });
  await execute(db, {
    text: `update conversions set state = 'skipped', reason = 'ERASED', due_at = null, settled_at = now() where ${waiting}`,
    values,
  });
}

/** Deletes old rows of the ledger. */
export const conversionForget = deleteOldest('conversions', 'created_at');

/** Deletes old attributions. */
export const attributionForget = deleteOldest('shopper_attributions', 'created_at');

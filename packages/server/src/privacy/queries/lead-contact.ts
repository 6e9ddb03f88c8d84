import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, execute, queryColumn } from '../../base/postgres/query.ts';
import { forgottenLead } from '../../base/retention/redaction.ts';

// COM34: the contact of a lead, as typed on the payment page before the first step was sent.

/** The events of the lead of a checkout that were recorded here and still have their data. */
export const leadEventList = (db: Queryable, storeId: string, checkoutId: string): Promise<string[]> =>
  queryColumn(db, {
    text: `select event_id as "eventId" from events
     where checkout_id = $2 and store_id = $1 and type in ('lead.created', 'cart.abandoned') and subject is not null
     order by event_id`,
    values: [storeId, checkoutId],
  });

/** Lets events of a lead happen again: a later contact is a new lead. */
export const leadEventRelease = (db: Queryable, storeId: string, events: readonly string[]): Promise<void> =>
  execute(db, {
    text: 'update events set subject = null where store_id = $1 and event_id = any($2::uuid[])',
    values: [storeId, events],
  });

/** Deletes the contact of a checkout without an order, which is then no lead; false if there was none, or there is an order. */
export const leadContactForget = (db: Queryable, storeId: string, checkoutId: string): Promise<boolean> =>
  affectsOne(db, {
    text: `
      with held as materialized (
        select checkout_id from checkouts where checkout_id = $2 and store_id = $1 and captured_at is not null for update),
      forgotten as (
        update checkouts c set ${forgottenLead} from held
        where c.checkout_id = held.checkout_id and not exists (select from orders o where o.checkout_id = c.checkout_id)
        returning c.checkout_id)
      update shoppers s set customer = (s.customer::jsonb - 'email' - 'phone')::json
      from forgotten where s.checkout_id = forgotten.checkout_id`,
    values: [storeId, checkoutId],
  });

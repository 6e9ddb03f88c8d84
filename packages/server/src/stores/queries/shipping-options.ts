import type { ShippingOption } from '@retoma/commerce';
import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryOneValue, queryRow, queryRows } from '../../base/postgres/query.ts';

/** A shipping option of a store. */
export type ShippingOptionRow = ShippingOption & { storeId: string };

/** The members of a `ShippingOption` as columns of `o`. */
export const shippingOptionColumns = `
  o.shipping_option_id as "shippingOptionId", o.name, o.carrier, o.price_cents as price,
  o.turnaround_min_days as "turnaroundMinDays", o.turnaround_max_days as "turnaroundMaxDays",
  o.free_above_cents as "freeAbove", o.region, o.pickup, o.beside_carriers as "besideCarriers"`;

/** The active options of a store, oldest first, which is the display order. */
export const shippingOptionList = (db: Queryable, storeId: string): Promise<ShippingOption[]> =>
  queryRows(db, {
    name: 'shipping-option-list',
    text: `select ${shippingOptionColumns} from shipping_options o
           where o.store_id = $1 and o.active order by o.created_at, o.shipping_option_id`,
    values: [storeId],
  });

/** Whether a store has, or ever had, a shipping option. */
export const shippingOptionExists = (db: Queryable, storeId: string): Promise<boolean> =>
  queryOneValue(db, { text: 'select exists (select from shipping_options where store_id = $1)', values: [storeId] });

/** Stores a new, active option. */
export const shippingOptionInsert = (db: Queryable, option: ShippingOptionRow): Promise<void> =>
  execute(db, {
    text: `insert into shipping_options (shipping_option_id, store_id, name, carrier, price_cents, turnaround_min_days,
       turnaround_max_days, free_above_cents, region, pickup, beside_carriers)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      option.shippingOptionId,
      option.storeId,
      option.name,
      option.carrier,
      option.price,
      option.turnaroundMinDays,
      option.turnaroundMaxDays,
      option.freeAbove,
      option.region ? JSON.stringify(option.region) : null,
      option.pickup ? JSON.stringify(option.pickup) : null,
      option.besideCarriers ?? false,
    ],
  });

/**
 * Deactivates an option and returns its store; existing orders keep it. Undefined if no active option has that id, or it belongs to another
 * store than `storeId`; null: any store.
 */
export const shippingOptionRetire = (
  db: Queryable,
  shippingOptionId: string,
  storeId: string | null,
): Promise<{ storeId: string } | undefined> =>
  queryRow(db, {
    text: `update shipping_options set active = false
     where shipping_option_id = $1 and active and ($2::uuid is null or store_id = $2) returning store_id as "storeId"`,
    values: [shippingOptionId, storeId],
  });

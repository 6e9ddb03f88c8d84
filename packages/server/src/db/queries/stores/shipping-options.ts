import type { ShippingOption } from '@retoma/commerce';
import type { Queryable } from '../../pool.ts';

/** A shipping option of a store. */
export type ShippingOptionRow = ShippingOption & { storeId: string };

/** The members of a `ShippingOption` as columns of `o`. */
export const shippingOptionColumns = `
  o.shipping_option_id as "shippingOptionId", o.name, o.carrier, o.price_cents as price,
  o.turnaround_min_days as "turnaroundMinDays", o.turnaround_max_days as "turnaroundMaxDays",
  o.free_above_cents as "freeAbove"`;

/** The active options of a store, oldest first, which is the display order. */
export async function shippingOptionList(db: Queryable, storeId: string): Promise<ShippingOption[]> {
  const { rows } = await db.query<ShippingOption>({
    name: 'shipping-option-list',
    text: `select ${shippingOptionColumns} from shipping_options o
           where o.store_id = $1 and o.active order by o.created_at, o.shipping_option_id`,
    values: [storeId],
  });
  return rows;
}

/** Whether a store has, or ever had, a shipping option. */
export async function shippingOptionExists(db: Queryable, storeId: string): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(
    'select exists (select from shipping_options where store_id = $1)',
    [storeId],
  );
  return rows[0]!.exists;
}

/** Stores a new, active option. */
export async function shippingOptionInsert(db: Queryable, option: ShippingOptionRow): Promise<void> {
  await db.query(
    `insert into shipping_options (shipping_option_id, store_id, name, carrier, price_cents, turnaround_min_days,
       turnaround_max_days, free_above_cents) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      option.shippingOptionId,
      option.storeId,
      option.name,
      option.carrier,
      option.price,
      option.turnaroundMinDays,
      option.turnaroundMaxDays,
      option.freeAbove,
    ],
  );
}

/**
 * Deactivates an option and returns its store; existing orders keep it. Undefined if no active option has that id, or it belongs to another
 * store than `storeId`; null: any store.
 */
export async function shippingOptionRetire(
  db: Queryable,
  shippingOptionId: string,
  storeId: string | null,
): Promise<{ storeId: string } | undefined> {
  const { rows } = await db.query<{ storeId: string }>(
    `update shipping_options set active = false
     where shipping_option_id = $1 and active and ($2::uuid is null or store_id = $2) returning store_id as "storeId"`,
    [shippingOptionId, storeId],
  );
  return rows[0];
}

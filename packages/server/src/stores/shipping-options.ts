import type { ShippingOption } from '@retoma/commerce';
import type { Database } from '../db/pool.ts';
import {
  shippingOptionInsert,
  shippingOptionList,
  shippingOptionRetire,
} from '../db/queries/stores/shipping-options.ts';
import { storeFind } from '../db/queries/stores/stores.ts';
import { newId } from '../platform/ids.ts';

/** The limits of a shipping option: price, duration and length of the name. They catch typing errors. */
export const shippingLimits = { cents: 100_000_000, days: 365, name: 100 } as const;

/** COM12: adds a shipping option, offered at once. Its values must be within `shippingLimits`. Undefined: no such store. */
export async function addShippingOption(
  db: Database,
  storeId: string,
  option: Omit<ShippingOption, 'shippingOptionId'>,
): Promise<{ shippingOptionId: string } | undefined> {
  if (!(await storeFind(db, storeId))) return undefined;
  const shippingOptionId = newId();
  await shippingOptionInsert(db, { ...option, shippingOptionId, storeId });
  return { shippingOptionId };
}

/** The shipping options that a store offers, oldest first. */
export const listShippingOptions = (db: Database, storeId: string): Promise<ShippingOption[]> =>
  shippingOptionList(db, storeId);

/** Stops offering a shipping option; orders that use it keep it. False: the store offers no option of that id. */
export const retireShippingOption = (db: Database, storeId: string, shippingOptionId: string): Promise<boolean> =>
  shippingOptionRetire(db, shippingOptionId, storeId);

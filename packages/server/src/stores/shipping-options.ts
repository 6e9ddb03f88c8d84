import type { ShippingOption } from '@retoma/commerce';
import type { Database } from '../db/pool.ts';
import {
  shippingOptionInsert,
  shippingOptionList,
  shippingOptionRetire,
} from '../db/queries/stores/shipping-options.ts';
import { storeFind } from '../db/queries/stores/stores.ts';
import { newId } from '../platform/ids.ts';

/** The most that shipping may cost, and the longest it may take: a slip of the keyboard is refused, not sold. */
export const shippingLimits = { cents: 100_000_000, days: 365, name: 100 } as const;

/** COM12: makes a way of shipping, offered at once. The values are those that `shippingLimits` allow. Undefined: no such store. */
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

/** The ways of shipping that a store offers, in the order in which it does. */
export const listShippingOptions = (db: Database, storeId: string): Promise<ShippingOption[]> =>
  shippingOptionList(db, storeId);

/** Offers one of them no more; orders that were shipped so keep it. False where the store offers none of that id. */
export const retireShippingOption = (db: Database, storeId: string, shippingOptionId: string): Promise<boolean> =>
  shippingOptionRetire(db, shippingOptionId, storeId);

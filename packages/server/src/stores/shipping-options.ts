import type { ShippingOption } from '@retoma/commerce';
import type { Audit } from '../http/audit-actions.ts';
import type { Database } from '../base/postgres/pool.ts';
import { shippingOptionInsert, shippingOptionList, shippingOptionRetire } from './queries/shipping-options.ts';
import { storeFind } from './queries/stores.ts';
import { inTransaction } from '../base/postgres/transaction.ts';
import { newId } from '../base/ids.ts';

/** The limits of a shipping option: price, duration and length of the name. They catch typing errors. */
export const shippingLimits = { cents: 100_000_000, days: 365, name: 100 } as const;

/** COM12: adds a shipping option, offered at once. Its values must be within `shippingLimits`. Undefined: no such store. */
export function addShippingOption(
  db: Database,
  storeId: string,
  option: Omit<ShippingOption, 'shippingOptionId'>,
  audit: Audit<'shipping_changed'>,
): Promise<{ shippingOptionId: string } | undefined> {
  return inTransaction(db, async (client) => {
    if (!(await storeFind(client, storeId))) return undefined;
    const shippingOptionId = newId(storeId);
    await shippingOptionInsert(client, { ...option, shippingOptionId, storeId });
    await audit(client, { storeId, action: 'shipping_changed', detail: option.name });
    return { shippingOptionId };
  });
}

/** The shipping options that a store offers, oldest first. */
export const listShippingOptions = (db: Database, storeId: string): Promise<ShippingOption[]> =>
  shippingOptionList(db, storeId);

/**
 * Stops offering a shipping option; orders that use it keep it. False: no option of that id is offered, or another store than `storeId`
 * offers it; null: any store.
 */
export const retireShippingOption = (
  db: Database,
  storeId: string | null,
  shippingOptionId: string,
  audit: Audit<'shipping_changed'>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const retired = await shippingOptionRetire(client, shippingOptionId, storeId);
    if (retired) await audit(client, { storeId: retired.storeId, action: 'shipping_changed' });
    return retired !== undefined;
  });

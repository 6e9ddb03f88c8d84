import { shippingOptionList } from '../db/queries/stores/shipping-options.ts';
import type { StoreRow } from '../db/queries/stores/stores.ts';
import { changeShopper, checkoutClosed, type ShopperParts } from './change-shopper.ts';

/** The result. `NO_SUCH_OPTION`: the store does not offer this shipping option, or no longer does. */
export type ChosenShipping = { ok: true } | { ok: false; code: 'NO_SUCH_OPTION' } | typeof checkoutClosed;

/** COM12: stores the shipping option that a shopper chose. */
export async function chooseShipping(
  parts: ShopperParts,
  store: StoreRow,
  checkoutId: string,
  shippingOptionId: string,
): Promise<ChosenShipping> {
  const options = await shippingOptionList(parts.db, store.storeId);
  if (!options.some((option) => option.shippingOptionId === shippingOptionId)) {
    return { ok: false, code: 'NO_SUCH_OPTION' };
  }
  const isSaved = await changeShopper(parts, store, checkoutId, () => ({ shippingOptionId }));
  return isSaved ? { ok: true } : checkoutClosed;
}

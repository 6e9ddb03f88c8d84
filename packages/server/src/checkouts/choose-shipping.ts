import type { StoreRow } from '../db/queries/stores/stores.ts';
import { changeShopper, checkoutClosed, type ShopperParts } from './change-shopper.ts';
import { readPurchase } from './purchase.ts';

/** The result. `NO_SUCH_OPTION`: this offer is not made to the shopper, or no longer: its price, its time or the CEP changed (COM32). */
export type ChosenShipping = { ok: true } | { ok: false; code: 'NO_SUCH_OPTION' } | typeof checkoutClosed;

/** COM12: stores the shipping option that a shopper chose. */
export async function chooseShipping(
  parts: ShopperParts,
  store: StoreRow,
  checkoutId: string,
  shippingOptionId: string,
): Promise<ChosenShipping> {
  const purchase = await readPurchase(parts, checkoutId);
  if (purchase && !purchase.shippingOptions.some((option) => option.shippingOptionId === shippingOptionId)) {
    return { ok: false, code: 'NO_SUCH_OPTION' };
  }
  const isSaved = await changeShopper(parts, store, checkoutId, () => ({ shippingOptionId }));
  return isSaved ? { ok: true } : checkoutClosed;
}

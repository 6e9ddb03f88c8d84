import type { StoreRow } from '../../stores/queries/stores.ts';
import { changeShopper, checkoutClosed, type ShopperDeps } from './change-shopper.ts';
import { mayStore, withMore, type Entered } from './entered/entered.ts';
import { readPurchase } from './purchase.ts';
import type { EnteringBrowser } from './save-shopper.ts';

/**
 * The result. `SHIPPING_OPTION_NOT_FOUND`: this offer is not made to the shopper, or no longer: its price, its time or the CEP changed (COM32).
 * `entered`: as of `saveShopper`.
 */
export type ChosenShipping =
  { ok: true; entered?: Entered } | { ok: false; code: 'SHIPPING_OPTION_NOT_FOUND' } | typeof checkoutClosed;

/** COM12: takes the shipping option that a shopper chose. It is stored where the browser may store it (COM24). `by`: as of `saveShopper`. */
export async function chooseShipping(
  deps: ShopperDeps,
  store: StoreRow,
  checkoutId: string,
  shippingOptionId: string,
  by?: EnteringBrowser,
): Promise<ChosenShipping> {
  const purchase = await readPurchase(deps, checkoutId, by?.entered);
  if (purchase && !purchase.shippingOptions.some((option) => option.shippingOptionId === shippingOptionId)) {
    return { ok: false, code: 'SHIPPING_OPTION_NOT_FOUND' };
  }
  const entered = by && withMore(by.entered, { shippingOptionId });
  const isSaved = await changeShopper(deps, store, checkoutId, (known) =>
    !by || mayStore(by.entered, entered!, { requested: by.requested, stored: known }) ? { shippingOptionId } : {},
  );
  return isSaved ? { ok: true, ...(entered && { entered }) } : checkoutClosed;
}

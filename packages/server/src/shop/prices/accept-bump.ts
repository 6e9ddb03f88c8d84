import { changeShopper, checkoutClosed, type ShopperDeps } from '../checkouts/change-shopper.ts';
import type { Purchase } from '../checkouts/purchase.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';

/** The result. `BUMP_GONE`: it is not offered with this purchase, or no longer. */
export type AcceptedBump = { ok: true } | { ok: false; code: 'BUMP_GONE' } | typeof checkoutClosed;

/** COM30: adds the order bump to a purchase, or removes it. `bumpId`: the one that the shopper saw; null: none. */
export async function acceptBump(
  deps: ShopperDeps,
  store: StoreRow,
  { checkout, pricing }: Purchase,
  bumpId: string | null,
): Promise<AcceptedBump> {
  if (bumpId !== null && pricing.bump?.bumpId !== bumpId) return { ok: false, code: 'BUMP_GONE' };
  const isSaved = await changeShopper(deps, store, checkout.checkoutId, () => ({ bumpId }));
  return isSaved ? { ok: true } : checkoutClosed;
}

import type { Context } from '../../context.ts';
import type { Handler } from '../../http/handler.ts';
import type { PublicContract } from '../../http/public-contract.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import { expireCheckout } from '../checkouts/expire-checkout.ts';
import { readPurchase } from '../checkouts/purchase.ts';
import { presentChangedCheckout } from '../pay-page/present/checkout.ts';

/** POST /stores/external/checkout/<id>/expire: API6, ends a checkout that has no order. */
export function expireCheckoutHandler(context: Context): Handler<PublicContract['expireCheckout']> {
  return async ({ params: { checkoutId }, request, audit }) => {
    const store = storeOf(request);
    const expired = await expireCheckout(context.db, store.storeId, checkoutId, audit);
    if (!expired.ok) return expired;
    const purchase = await readPurchase(context, checkoutId);
    return purchase
      ? presentChangedCheckout(purchase, store, context.baseUrl)
      : { ok: false, code: 'CHECKOUT_NOT_FOUND' };
  };
}

import { withoutMark } from '../../base/json.ts';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/handler.ts';
import type { PublicContract } from '../../http/public-contract.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import { expireCheckout } from '../checkouts/expire-checkout.ts';
import { updateCheckout } from '../checkouts/update-checkout.ts';
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

/** POST /stores/external/checkout/<id>: API8, replaces the cart of a checkout that has no order. */
export function updateCheckoutHandler(context: Context): Handler<PublicContract['updateCheckout']> {
  return async ({ params: { checkoutId }, body, request, audit }) => {
    const store = storeOf(request);
    const updated = await updateCheckout(context, store, checkoutId, withoutMark(body), audit);
    if (!updated.ok) return updated;
    const purchase = await readPurchase(context, checkoutId);
    if (!purchase) return { ok: false, code: 'CHECKOUT_NOT_FOUND' };
    const { warnings } = updated;
    return { ...presentChangedCheckout(purchase, store, context.baseUrl), ...(warnings.length > 0 && { warnings }) };
  };
}

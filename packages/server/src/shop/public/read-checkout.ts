import { readPurchase } from '../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import { storeOf } from '../../stores/guards/api-key.ts';
import { presentCheckout } from '../pay-page/present/checkout.ts';
import type { Handler } from '../../http/handler.ts';
import type { PublicContract } from '../../http/public-contract.ts';

/** GET /stores/external/checkout/<id>: lets a store's server check the payment before it ships (CHK12). */
export function readCheckoutHandler(context: Context): Handler<PublicContract['readCheckout']> {
  return async ({ params: { checkoutId }, request, reply }) => {
    const store = storeOf(request);
    const purchase = await readPurchase(context, checkoutId);
    if (purchase?.checkout.storeId !== store.storeId) return { ok: false, code: 'CHECKOUT_NOT_FOUND' };
    reply.header('cache-control', 'no-store');
    return presentCheckout(purchase, store, context.baseUrl);
  };
}

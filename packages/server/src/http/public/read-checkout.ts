import { readPurchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import { storeOf } from '../guards/api-key.ts';
import { presentCheckout } from '../present/checkout.ts';
import type { Handler } from '../handler.ts';
import type { PublicContract } from './contract.ts';

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

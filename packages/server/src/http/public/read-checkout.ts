import { readPurchase } from '../../checkouts/purchase.ts';
import type { Context } from '../../context.ts';
import { sendError } from '../errors.ts';
import { requireApiKey, storeOf } from '../guards/api-key.ts';
import { presentCheckout } from '../present/checkout.ts';
import type { Resource } from '../resource.ts';

/** GET /stores/external/checkout/<id> with the secret key: lets a store's server check the payment before it ships (CHK12). */
export function readCheckoutResource(context: Context): NonNullable<Resource['GET']> {
  return {
    onRequest: requireApiKey(context, 'secret'),
    handler: async (request, reply) => {
      const store = storeOf(request);
      const { checkoutId } = request.params as { checkoutId: string };
      const purchase = await readPurchase(context.db, checkoutId);
      if (purchase?.checkout.storeId !== store.storeId) return sendError(reply, 'CHECKOUT_NOT_FOUND');
      return reply.header('cache-control', 'no-store').send(presentCheckout(purchase, store, context.baseUrl));
    },
  };
}

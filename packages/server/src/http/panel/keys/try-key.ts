import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { workingKey } from '../../../stores/store-keys.ts';
import { addEndpoint } from '../register.ts';

/** The cart of the examples: what a store's own site sends, as small as it may be. */
const cart = {
  cart: {
    items: [{ title: 'Vela de soja', quantity: 1, unitPrice: 8990, image: 'https://loja.com/vela.jpg' }],
  },
};

/** POST /panel/api/stores/:storeId/keys/try: a checkout made as a store's site would make it, over the public endpoint itself. */
export function addTryKey(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'tryKey', async ({ params: { storeId } }) => {
    const key = await workingKey(context, storeId, 'checkout');
    if (!key) return { ok: false, code: 'NO_WORKING_KEY' };
    const { statusCode: status, body } = await app.inject({
      method: 'POST',
      url: '/stores/external/checkout',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      payload: JSON.stringify(cart),
    });
    const { checkoutUrl } = JSON.parse(body) as { checkoutUrl?: unknown };
    return {
      success: true,
      status,
      answer: body,
      checkoutUrl: typeof checkoutUrl === 'string' ? checkoutUrl : null,
    };
  });
}

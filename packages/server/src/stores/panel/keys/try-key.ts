import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { workingKey } from '../../store-keys.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** The smallest cart that a store's own site could send. */
const cart = {
  cart: {
    items: [{ title: 'Vela de soja', quantity: 1, unitPrice: 8990, image: 'https://loja.com/vela.jpg' }],
  },
};

/** POST /panel/api/stores/:storeId/keys/try: creates a checkout through the public endpoint, as a store's site would. */
export const tryKeyHandlers = (app: FastifyInstance, context: Context): PanelHandlers<'tryKey'> => ({
  tryKey: async ({ params: { storeId } }) => {
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
  },
});

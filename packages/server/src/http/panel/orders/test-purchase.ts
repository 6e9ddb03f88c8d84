import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { buyTestCart } from '../../../orders/test-purchase.ts';
import { addEndpoint } from '../register.ts';

/** POST /panel/api/stores/:storeId/test-purchase: makes a fictitious purchase with PIX, so that its effects can be seen. */
export function addTestPurchase(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'makeTestPurchase', async ({ params: { storeId } }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const bought = await buyTestCart(context, store);
    return bought.ok ? { success: true, orderId: bought.orderId } : bought;
  });
}

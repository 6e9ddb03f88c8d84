import type { Context } from '../../context.ts';
import { buyTestCart } from '../orders/buy-test-cart.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

/** POST /panel/api/stores/:storeId/test-purchase: makes a fictitious purchase with PIX, so that its effects can be seen. */
export const testPurchaseHandlers = (context: Context): PanelHandlers<'makeTestPurchase'> => ({
  makeTestPurchase: async ({ params: { storeId } }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const bought = await buyTestCart(context, store);
    return bought.ok ? { success: true, orderId: bought.orderId } : bought;
  },
});

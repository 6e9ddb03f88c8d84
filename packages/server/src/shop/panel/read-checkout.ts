import { showCheckout } from '../checkouts/read-checkouts.ts';
import type { Context } from '../../context.ts';
import { payUrl } from '../../base/links/store-url.ts';
import { presentCheckoutReading } from '../orders/present/panel-orders.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { canSeeContacts } from '../../members/guards/can-see-contacts.ts';

/** GET /panel/api/stores/:storeId/checkouts/:checkoutId: one checkout with its cart, its shopper and its events. */
export const readCheckoutHandlers = (context: Context): PanelHandlers<'readCheckout'> => ({
  readCheckout: async ({ params: { storeId, checkoutId }, request }) => {
    const reading = await showCheckout(context, storeId, checkoutId);
    const store = await context.directory.find(storeId);
    if (!reading || !store) return 'NOT_FOUND';
    const link = payUrl(store, context.baseUrl, checkoutId);
    const checkout = presentCheckoutReading(reading, link, await canSeeContacts(context, request, storeId));
    return { success: true, checkout };
  },
});

import type { Context } from '../../context.ts';
import { showFullOrder } from '../orders/read-orders.ts';
import { presentFullOrder } from '../orders/present/panel-orders.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { canSeeContacts } from '../../members/guards/can-see-contacts.ts';

/** GET /panel/api/stores/:storeId/orders/:orderId: one order with its payments, its shipment and its events. */
export const readOrderHandlers = (context: Context): PanelHandlers<'readOrder'> => ({
  readOrder: async ({ params: { storeId, orderId }, request }) => {
    const full = await showFullOrder(context, storeId, orderId);
    if (!full) return 'NOT_FOUND';
    const canSee = await canSeeContacts(context, request, storeId);
    return { success: true, order: presentFullOrder(full, context.payments, canSee) };
  },
});

import type { Context } from '../../context.ts';
import { pageOfOrders } from '../orders/read-orders.ts';
import { presentListedOrder } from '../orders/present/panel-orders.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { pageSize } from './page-size.ts';
import { canSeeContacts } from '../../members/guards/can-see-contacts.ts';

/** GET /panel/api/stores/:storeId/orders: the newest orders, a page at a time. */
export const listOrdersHandlers = (context: Context): PanelHandlers<'listOrders'> => ({
  listOrders: async ({ params: { storeId }, query, request }) => {
    const isRevealed = await canSeeContacts(context, request, storeId);
    const page = await pageOfOrders(context.db, storeId, { ...query, people: isRevealed }, pageSize);
    const orders = page.orders.map((reading) => presentListedOrder(reading, isRevealed));
    return { success: true, orders, next: page.next, reached: page.reached?.toISOString() ?? null };
  },
});

import type { Context } from '../../context.ts';
import { pageOfOrders, showFullOrder, showOrder } from '../orders/read-orders.ts';
import { hiddenContact, presentListedOrder, presentFullOrder } from '../orders/present/panel-orders.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { parseFilter } from '../../base/requested-filter.ts';
import { orderMessageCounts } from '../orders/queries/order-listings.ts';
import { pageSize } from './page-size.ts';
import { canSeeContacts, contactView } from '../../members/guards/can-see-contacts.ts';
import { auditAccess } from '../../members/audit/audit-log.ts';
import { roleLimitLeft } from '../../members/account/role-limit.ts';
import { sessionOf } from '../../members/guards/session.ts';
import { isId } from '../../base/ids.ts';

/** Reads orders. */
export const readOrdersHandlers = (
  context: Context,
): PanelHandlers<'listOrders' | 'readOrder' | 'seeOrderContact'> => ({
  /** GET /panel/api/stores/:storeId/orders: the newest orders, a page at a time. */
  listOrders: async ({ params: { storeId }, query, request }) => {
    const isRevealed = await canSeeContacts(context, request, storeId);
    const filter = parseFilter(query, { now: context.clock(), people: isRevealed });
    const page = await pageOfOrders(context.db, storeId, filter, pageSize);
    const sent = await orderMessageCounts(
      context.db,
      storeId,
      page.orders.map(({ order }) => order),
    );
    const orders = page.orders.map((reading) => ({
      ...presentListedOrder(reading, isRevealed),
      messages: sent.get(reading.order.orderId) ?? 0,
    }));
    return { success: true, orders, next: page.next, reached: page.reached?.toISOString() ?? null };
  },
  /** GET /panel/api/stores/:storeId/orders/:orderId: one order with its payments, its shipment and its events. */
  readOrder: async ({ params: { storeId, orderId }, request }) => {
    const full = await showFullOrder(context, storeId, orderId);
    if (!full) return 'NOT_FOUND';
    const view = await contactView(context, request, storeId);
    const limit = await roleLimitLeft(context, { storeId, userId: sessionOf(request).userId });
    return { success: true, order: presentFullOrder(full, context.payments, view, limit) };
  },
  /** POST /panel/api/stores/:storeId/orders/:orderId/contact: one contact of its shopper, unmasked (AUT6: the access is audited). */
  seeOrderContact: async ({ params: { storeId, orderId }, body: { field }, audit }) => {
    const reading = isId(orderId) ? await showOrder(context.db, storeId, orderId) : undefined;
    if (!reading) return 'NOT_FOUND';
    const { number } = reading.order;
    await auditAccess(context.db, audit, { storeId, action: 'shopper_seen', detail: `${number ?? orderId}: ${field}` });
    return { success: true, value: hiddenContact(reading.order, field) };
  },
});

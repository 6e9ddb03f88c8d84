import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { showFullOrder } from '../../../orders/read-orders.ts';
import { presentFullOrder } from '../../present/panel-orders.ts';
import { addEndpoint } from '../register.ts';
import { canSeeContacts } from '../../guards/can-see-contacts.ts';

/** GET /panel/api/stores/:storeId/orders/:orderId: one order, its payments, its shipment and what happened. */
export function addReadOrder(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'readOrder', async ({ params: { storeId, orderId }, request }) => {
    const whole = await showFullOrder(context.db, storeId, orderId);
    if (!whole) return 'NOT_FOUND';
    return { success: true, order: presentFullOrder(whole, await canSeeContacts(context, request, storeId)) };
  });
}

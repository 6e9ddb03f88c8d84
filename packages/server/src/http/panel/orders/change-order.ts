import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId } from '../../../ids.ts';
import { cancelOrder } from '../../../orders/cancel-order.ts';
import { markPaid } from '../../../orders/mark-paid.ts';
import { orderNumberOf } from '../../../orders/read-orders.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { setTracking } from '../../../orders/set-tracking.ts';
import type { Activity } from '../../../people/activities.ts';
import { noteActivity } from '../../../people/activity.ts';
import { sessionOf } from '../../guards/session.ts';
import { addEndpoint } from '../endpoint.ts';

type Code = Exclude<
  Extract<
    Awaited<ReturnType<typeof markPaid | typeof cancelOrder | typeof refundOrder | typeof setTracking>>,
    { ok: false }
  >['code'],
  'ORDER_NOT_FOUND' | 'PAYMENT_NOT_FOUND'
>;
type Done = { ok: true } | { ok: false; code: Code | 'ORDER_NOT_FOUND' | 'PAYMENT_NOT_FOUND' };

/** POST /panel/api/stores/:storeId/orders/:orderId/paid, /cancel, /refund and /tracking: what a merchant does to an order (S6: written down). */
export function addChangeOrder(app: FastifyInstance, context: Context): void {
  const change = async (
    request: FastifyRequest,
    { storeId, orderId }: { storeId: string; orderId: string },
    what: Activity,
    act: () => Promise<Done>,
  ) => {
    const done = isId(orderId) ? await act() : { ok: false as const, code: 'ORDER_NOT_FOUND' as const };
    if (done.ok) {
      const number = await orderNumberOf(context.db, storeId, orderId);
      const { userId } = sessionOf(request);
      const entry = { storeId, userId, what, at: context.clock() };
      await noteActivity(context.db, number === null ? entry : { ...entry, detail: number });
      return { success: true as const };
    }
    const { code } = done;
    if (code === 'ORDER_NOT_FOUND' || code === 'PAYMENT_NOT_FOUND') return 'NOT_FOUND';
    return { ok: false as const, code };
  };
  addEndpoint(app, context, 'markOrderPaid', ({ params, body: { amount }, request }) =>
    change(request, params, 'order_paid', () => markPaid(context, params.storeId, params.orderId, amount)),
  );
  addEndpoint(app, context, 'cancelOrder', ({ params, request }) =>
    change(request, params, 'order_cancelled', () => cancelOrder(context, params.storeId, params.orderId)),
  );
  addEndpoint(app, context, 'refundOrder', ({ params, body, request }) =>
    change(request, params, 'order_refunded', () => refundOrder(context, params.storeId, params.orderId, body)),
  );
  addEndpoint(app, context, 'trackOrder', ({ params, body, request }) =>
    change(request, params, 'order_tracked', () => setTracking(context, params.storeId, params.orderId, body)),
  );
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId } from '../../../platform/ids.ts';
import { acceptOrder } from '../../../orders/accept-order.ts';
import { cancelOrder } from '../../../orders/cancel-order.ts';
import { markPaid } from '../../../orders/mark-paid.ts';
import { orderNumberOf } from '../../../orders/read-orders.ts';
import { refundAmount } from '../../../orders/payments/refund-amount.ts';
import { refundOrder } from '../../../orders/payments/refund-order.ts';
import { requestRest } from '../../../orders/payments/request-rest.ts';
import { setTracking } from '../../../orders/set-tracking.ts';
import { payUrl } from '../../../links/store-url.ts';
import type { Activity } from '../../../audit/audit-actions.ts';
import { mayRefund } from '../../../auth/account/team-rules.ts';
import { noteActivity } from '../../../audit/audit-log.ts';
import { sessionOf } from '../../guards/session.ts';
import { addEndpoint } from '../register.ts';

type Code = Exclude<
  Extract<
    Awaited<
      ReturnType<typeof markPaid | typeof acceptOrder | typeof cancelOrder | typeof refundOrder | typeof setTracking>
    >,
    { ok: false }
  >['code'],
  'ORDER_NOT_FOUND' | 'PAYMENT_NOT_FOUND'
>;
type OrderChanged = { ok: true } | { ok: false; code: Code | 'ORDER_NOT_FOUND' | 'PAYMENT_NOT_FOUND' };

/** The panel's codes for why no code was made for the missing amount; any other reason becomes NO_CODE. */
const restCodes: Partial<Record<string, 'ORDER_PAID' | 'ORDER_CANCELLED' | 'NOT_UNDERPAID' | 'PAYMENT_IN_PROGRESS'>> = {
  ORDER_PAID: 'ORDER_PAID',
  ORDER_CANCELLED: 'ORDER_CANCELLED',
  NOT_UNDERPAID: 'NOT_UNDERPAID',
  PAYMENT_IN_PROGRESS: 'PAYMENT_IN_PROGRESS',
};

/** POST /panel/api/stores/:storeId/orders/:orderId/paid, /accept, /rest, /cancel, /refund and /tracking: changes an order (AUT6). */
export function addChangeOrder(app: FastifyInstance, context: Context): void {
  const note = async (request: FastifyRequest, storeId: string, orderId: string, action: Activity): Promise<void> => {
    const number = await orderNumberOf(context.db, storeId, orderId);
    const { userId } = sessionOf(request);
    const entry = { storeId, userId, action, at: context.clock() };
    await noteActivity(context.db, number === null ? entry : { ...entry, detail: number });
  };
  const change = async (
    request: FastifyRequest,
    { storeId, orderId }: { storeId: string; orderId: string },
    /** Null: `act` audits the change itself. */
    action: Activity | null,
    act: () => Promise<OrderChanged>,
  ) => {
    const done = isId(orderId) ? await act() : { ok: false as const, code: 'ORDER_NOT_FOUND' as const };
    if (done.ok) {
      if (action !== null) await note(request, storeId, orderId, action);
      return { success: true as const };
    }
    const { code } = done;
    if (code === 'ORDER_NOT_FOUND' || code === 'PAYMENT_NOT_FOUND') return 'NOT_FOUND';
    return { ok: false as const, code };
  };
  addEndpoint(app, context, 'markOrderPaid', ({ params, body: { amount }, request }) =>
    change(request, params, 'order_paid', () => markPaid(context, params.storeId, params.orderId, amount)),
  );
  addEndpoint(app, context, 'acceptOrder', ({ params, request }) =>
    change(request, params, 'order_accepted', () => acceptOrder(context, params.storeId, params.orderId)),
  );
  addEndpoint(app, context, 'requestRest', async ({ params: { storeId, orderId }, request }) => {
    const requested = isId(orderId) && (await requestRest(context, storeId, orderId));
    if (!requested || (!requested.ok && requested.code === 'ORDER_NOT_FOUND')) return 'NOT_FOUND';
    if (!requested.ok) return { ok: false as const, code: restCodes[requested.code] ?? 'NO_CODE' };
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    await note(request, storeId, orderId, 'order_rest_requested');
    return { success: true as const, link: payUrl(store, context.baseUrl, requested.checkoutId) };
  });
  addEndpoint(app, context, 'cancelOrder', ({ params, request }) =>
    change(request, params, 'order_cancelled', () => cancelOrder(context, params.storeId, params.orderId)),
  );
  addEndpoint(app, context, 'refundOrder', async ({ params, body, request }) => {
    const { storeId, orderId } = params;
    const amount = isId(orderId) ? await refundAmount(context, storeId, orderId, body.paymentId) : undefined;
    const { userId } = sessionOf(request);
    if (amount !== undefined && !(await mayRefund(context.db, { storeId, userId, amount })))
      return { ok: false, code: 'ABOVE_ROLE_LIMIT' };
    const { paymentId, isReturned } = body;
    const refund = { paymentId, isReturned, by: userId };
    return change(request, params, null, () => refundOrder(context, storeId, orderId, refund));
  });
  addEndpoint(app, context, 'trackOrder', ({ params, body, request }) =>
    change(request, params, 'order_tracked', () => setTracking(context, params.storeId, params.orderId, body)),
  );
}

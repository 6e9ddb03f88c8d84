import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { acceptOrder } from '../orders/accept-order.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { markPaid } from '../orders/mark-paid.ts';
import { refundAmounts, releasedAmounts } from '../orders/payments/limited-amounts.ts';
import { refundOrder } from '../orders/payments/refund-order.ts';
import { requestRest } from '../orders/payments/request-rest.ts';
import { setTracking } from '../orders/set-tracking.ts';
import { payUrl } from '../../base/links/store-url.ts';
import { countTowardsRoleLimit } from '../../members/account/role-limit.ts';
import { sessionOf } from '../../members/guards/session.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

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

/** The panel's codes for why no code was made for the missing amount; any other reason becomes PAYMENT_CODE_UNAVAILABLE. */
const restCodes: Partial<Record<string, 'ORDER_PAID' | 'ORDER_CANCELLED' | 'NOT_UNDERPAID' | 'PAYMENT_IN_PROGRESS'>> = {
  ORDER_PAID: 'ORDER_PAID',
  ORDER_CANCELLED: 'ORDER_CANCELLED',
  NOT_UNDERPAID: 'NOT_UNDERPAID',
  PAYMENT_IN_PROGRESS: 'PAYMENT_IN_PROGRESS',
};

/** The panel's response to a change of an order. */
async function presentChange(change: Promise<OrderChanged>) {
  const changed = await change;
  if (changed.ok) return { success: true as const };
  const { code } = changed;
  return code === 'ORDER_NOT_FOUND' || code === 'PAYMENT_NOT_FOUND' ? 'NOT_FOUND' : { ok: false as const, code };
}

const memberOf = (storeId: string, request: FastifyRequest) => ({ storeId, userId: sessionOf(request).userId });
const aboveRoleLimit = { ok: false, code: 'ABOVE_ROLE_LIMIT' } as const;

/** POST /panel/api/stores/:storeId/orders/:orderId/paid, /accept, /rest, /cancel, /refund and /tracking: changes an order (AUT6). */
export const changeOrderHandlers = (
  context: Context,
): PanelHandlers<'markOrderPaid' | 'acceptOrder' | 'requestRest' | 'cancelOrder' | 'refundOrder' | 'trackOrder'> => ({
  markOrderPaid: async ({ params: { storeId, orderId }, body: { amount }, audit, request }) => {
    const amounts = await releasedAmounts(context, storeId, orderId, amount);
    if (!(await countTowardsRoleLimit(context, memberOf(storeId, request), amounts))) return aboveRoleLimit;
    return presentChange(markPaid(context, storeId, orderId, amount, audit));
  },
  acceptOrder: async ({ params: { storeId, orderId }, audit, request }) => {
    const amounts = await releasedAmounts(context, storeId, orderId);
    if (!(await countTowardsRoleLimit(context, memberOf(storeId, request), amounts))) return aboveRoleLimit;
    return presentChange(acceptOrder(context, storeId, orderId, audit));
  },
  requestRest: async ({ params: { storeId, orderId }, audit }) => {
    const store = await context.directory.find(storeId);
    const requested = store && (await requestRest(context, storeId, orderId, audit));
    if (!requested || (!requested.ok && requested.code === 'ORDER_NOT_FOUND')) return 'NOT_FOUND';
    if (!requested.ok) return { ok: false as const, code: restCodes[requested.code] ?? 'PAYMENT_CODE_UNAVAILABLE' };
    return { success: true as const, link: payUrl(store, context.baseUrl, requested.checkoutId) };
  },
  cancelOrder: ({ params: { storeId, orderId }, audit }) =>
    presentChange(cancelOrder(context, storeId, orderId, audit)),
  refundOrder: async ({ params: { storeId, orderId }, body, request }) => {
    const member = memberOf(storeId, request);
    const wanted = { ...body, by: member.userId };
    const amounts = await refundAmounts(context, storeId, orderId, wanted);
    if (!(await countTowardsRoleLimit(context, member, amounts))) return aboveRoleLimit;
    return presentChange(refundOrder(context, storeId, orderId, wanted));
  },
  trackOrder: ({ params: { storeId, orderId }, body, audit }) =>
    presentChange(setTracking(context, storeId, orderId, body, audit)),
});

import { renderSimulator } from '@retoma/pay';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isId } from '../../base/ids.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { pollNow } from '../orders/payments/poll-payments.ts';
import { orderFind } from '../orders/queries/orders.ts';
import { paymentFind } from '../orders/queries/payments.ts';
import { applySimulatedAction, readSimulatedPayment } from '../../providers/connections/payments/simulated-payments.ts';
import { localeOf, sendNotice, sendPage } from './send-page.ts';

const acts = ['pay', 'refuse', 'expire'] as const;

/**
 * GET and POST of a provider's `simulatorPath`: the page on which a simulated payment is paid, refused or expired by hand. The response is
 * 303 once the simulated bank stored the action and a poll is scheduled; an impossible action is reported on the page.
 */
export function addSimulator(app: FastifyInstance, context: Context): void {
  for (const { simulatorPath } of Object.values(context.payments)) {
    if (!simulatorPath) continue;
    const route = simulatorPath(':paymentId');
    app.get(route, (request, reply) => show(context, simulatorPath, request, reply));
    app.post(route, async (request, reply) => {
      const { paymentId } = request.params as { paymentId: string };
      const act = acts.find((one) => one === ((request.body ?? {}) as { act?: string }).act);
      if (!act || !isId(paymentId)) return show(context, simulatorPath, request, reply);
      const pressed = await applySimulatedAction(context, paymentId, act);
      if (!pressed.ok) return show(context, simulatorPath, request, reply, 409);
      // Like a provider's webhook, which only triggers a lookup of the payment.
      await pollNow(context, [paymentId]);
      return reply.redirect(simulatorPath(paymentId), 303);
    });
  }
}

/** Shows the payment as the simulated bank has it; 404 if it has none. `status`: 409 after an action that changed nothing. */
async function show(
  context: Context,
  simulatorPath: (paymentId: string) => string,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 200 | 409 = 200,
): Promise<FastifyReply> {
  const { paymentId } = request.params as { paymentId: string };
  const [payment, checkoutId] = isId(paymentId)
    ? await Promise.all([readSimulatedPayment(context, paymentId), checkoutOfPayment(context.db, paymentId)])
    : [];
  if (!payment || !checkoutId) return sendNotice(request, reply, { kind: 'unknown-link' });
  const { method, amount, state } = payment;
  const view = { path: simulatorPath(paymentId), method, amount, state, payPage: `/pay/${checkoutId}` };
  return sendPage(reply, renderSimulator({ ...view, unchanged: status === 409 }, localeOf(request)), status);
}

/** The checkout of a payment's order; undefined: there is no such payment, or its order has no checkout. */
async function checkoutOfPayment(db: Database, paymentId: string): Promise<string | undefined> {
  const payment = await paymentFind(db, paymentId);
  const order = payment && (await orderFind(db, payment.storeId, payment.orderId));
  return order?.checkoutId ?? undefined;
}

import { renderSimulator } from '@retoma/pay';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { isId } from '../../platform/ids.ts';
import { checkNow } from '../../orders/payments/poll-payments.ts';
import { checkoutOfPayment } from '../../orders/payments/checkout-of-payment.ts';
import { applySandboxAction, readSandboxPayment } from '../../integrations/payments/sandbox-payments.ts';
import { localeOf, sendNotice, sendPage } from './send-page.ts';

const acts = ['pay', 'refuse', 'expire'] as const;

/**
 * GET and POST /pay/sandbox/:paymentId: the page on which a sandbox payment is paid, refused or expired by hand. The response is 303 once
 * the sandbox's bank stored the action and a poll is scheduled; an impossible action is reported on the page.
 */
export function addSimulator(app: FastifyInstance, context: Context): void {
  app.get('/pay/sandbox/:paymentId', (request, reply) => show(context, request, reply));
  app.post('/pay/sandbox/:paymentId', async (request, reply) => {
    const { paymentId } = request.params as { paymentId: string };
    const act = acts.find((one) => one === ((request.body ?? {}) as { act?: string }).act);
    if (!act || !isId(paymentId)) return show(context, request, reply);
    const pressed = await applySandboxAction(context, paymentId, act);
    if (!pressed.ok) return show(context, request, reply, 409);
    // Like a provider's webhook, which only triggers a lookup of the payment.
    await checkNow(context, [paymentId]);
    return reply.redirect(`/pay/sandbox/${paymentId}`, 303);
  });
}

/** Shows the payment as the sandbox's bank has it; 404 if it has none. `status`: 409 after an action that changed nothing. */
async function show(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 200 | 409 = 200,
): Promise<FastifyReply> {
  const { paymentId } = request.params as { paymentId: string };
  const [payment, checkoutId] = isId(paymentId)
    ? await Promise.all([readSandboxPayment(context, paymentId), checkoutOfPayment(context.db, paymentId)])
    : [];
  if (!payment || !checkoutId) return sendNotice(request, reply, { kind: 'unknown-link' });
  const { method, amount, state } = payment;
  const view = { paymentId, method, amount, state, payPage: `/pay/${checkoutId}` };
  return sendPage(reply, renderSimulator({ ...view, unchanged: status === 409 }, localeOf(request)), status);
}
